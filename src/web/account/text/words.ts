import { type Signal, signal } from '@preact/signals';
import type { account } from '#locales/en/account/account.ts';
import type { later } from '#locales/en/account/later.ts';
import { type CommonWords, setCommonText } from '../../shared/text/common-text.ts';

/** The words of the first paint in one language. English is the model: what it has, each other one must have. */
export type AccountCatalogue = typeof account;

/** The words of the sections that are loaded when they are opened. */
export type LaterAccountCatalogue = typeof later;

/** The words of its own key. */
export type OwnKeyWords = LaterAccountCatalogue['ownKey'];

/** The words of what people rated. */
export type RatingsWords = LaterAccountCatalogue['ratings'];

type AccountWords = AccountCatalogue & CommonWords;

const first = signal<AccountWords | null>(null);
const rest = signal<LaterAccountCatalogue | null>(null);

/** Read where they are shown: a view is then drawn again in another language, with what was typed in it. */
export const words = () => read(first);

/** Only for what `withWords` has loaded. */
export const laterWords = () => read(rest);

export function setWords(common: CommonWords, account: AccountCatalogue): void {
  setCommonText(common);
  first.value = { ...common, ...account };
}

export function setLaterWords(later: LaterAccountCatalogue): void {
  rest.value = later;
}

function read<T>(catalogue: Signal<T | null>): T {
  if (catalogue.value === null) throw new Error('The words are not loaded');
  return catalogue.value;
}
