import type { TenantUsage } from '#contract/hosted.ts';
import type { Cost } from '#contract/usage/cost.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { formatMoney } from '../../shared/text/money.ts';
import { useAccount } from '../account-context.ts';
import { words } from '../text/words.ts';
import { count } from './dimension.ts';

/** What the month has used so far, and what it costs where the operator shows that. */
export function MonthPanel() {
  const { month } = useAccount().usage.value;
  return (
    <Panel title={words().usage.month}>
      <dl class="facts">
        <Fact name={words().usage.tokensRead} value={tokens(month.input_tokens)} />
        <Fact name={words().usage.tokensWritten} value={tokens(month.output_tokens)} />
        {month.cost && <Fact name={words().usage.cost} value={costWords(month.cost)} />}
      </dl>
      {month.cost && !month.cost.complete && <p class="note">{words().usage.costPartly}</p>}
    </Panel>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Tokens that no provider has counted are not known, which is not 0. */
export function tokens(value: TenantUsage['month']['input_tokens']): string {
  return value === null ? '–' : count(value);
}

export function costWords({ amount, currency, complete }: Cost): string {
  if (amount === null || currency === null) return words().usage.costUnknown;
  const money = formatMoney(amount, currency);
  return complete ? money : words().usage.atLeast(money);
}
