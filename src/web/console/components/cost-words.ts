import type { Cost } from '#contract/usage/cost.ts';
import { formatMoney } from '../../shared/text/money.ts';
import { words } from '../text/words.ts';
import { count } from './format.ts';

const text = {
  atLeast: (money: string) => `at least ${money}`,
  missing: 'Not in the costs:',
  unpriced: (models: readonly string[]) =>
    `${models.length === 1 ? '1 model' : `${models.length} models`} without a price (${models.join(', ')})`,
  withoutTokens: (calls: number) => `${calls === 1 ? '1 call' : `${count(calls)} calls`} without tokens`,
};

/** An amount, or what it is at least: `at least US$41.20`. */
export function costWords({ amount, currency, complete }: Cost): string {
  if (amount === null || currency === null) return words.unknown;
  const money = formatMoney(amount, currency);
  return complete ? money : text.atLeast(money);
}

/** What the amount lacks, by name; null where nothing is missing. */
export function missingCostWords({ complete, unpriced, calls_without_tokens: calls }: Cost): string | null {
  if (complete) return null;
  const models = unpriced.length === 0 ? [] : [text.unpriced(unpriced)];
  const uncounted = calls === 0 ? [] : [text.withoutTokens(calls)];
  return `${text.missing} ${[...models, ...uncounted].join(', ')}.`;
}
