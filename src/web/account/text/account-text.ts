import { signal } from '@preact/signals';
import { directionOf, type Language, type PerLanguage } from '#contract/languages/languages.ts';
import { matchLanguage } from '#contract/languages/match-language.ts';
import type { CommonWords } from '../../shared/text/common-text.ts';
import { type AccountCatalogue, type LaterAccountCatalogue, setLaterWords, setWords } from './words.ts';

interface Later {
  readonly later: LaterAccountCatalogue;
}

interface AccountText {
  readonly common: CommonWords;
  readonly account: AccountCatalogue;
  readonly readLater: () => Promise<Later>;
}

const catalogues: PerLanguage<() => Promise<AccountText>> = {
  en: () => import('#locales/en/account/account.ts'),
  de: () => import('#locales/de/account/account.ts'),
  fr: () => import('#locales/fr/account/account.ts'),
  es: () => import('#locales/es/account/account.ts'),
  pt: () => import('#locales/pt/account/account.ts'),
  it: () => import('#locales/it/account/account.ts'),
  ja: () => import('#locales/ja/account/account.ts'),
  zh: () => import('#locales/zh/account/account.ts'),
  ar: () => import('#locales/ar/account/account.ts'),
};

export const language = signal<Language>('en');

let current: AccountText | null = null;
let usesLater = false;

/** Loads the words in the language of the document, whose file the document has asked for already. */
export function startText(): Promise<void> {
  return loadLanguage(matchLanguage([document.documentElement.lang]) ?? 'en');
}

/** Nothing changes until all words of the language are there. */
export async function loadLanguage(wanted: Language): Promise<void> {
  const text = await catalogues[wanted]();
  const later = usesLater ? await readLater(text) : null;
  current = text;
  const { documentElement: root } = document;
  root.lang = wanted;
  root.dir = directionOf(wanted);
  language.value = wanted;
  setWords(text.common, text.account, later);
}

/** Loads a section together with the words that only such sections use. */
export async function withLater<T>(load: () => Promise<T>): Promise<T> {
  const [section] = await Promise.all([load(), openLater()]);
  return section;
}

async function openLater(): Promise<void> {
  usesLater = true;
  const text = current;
  if (text === null) return;
  const later = await readLater(text);
  // Another language may have been chosen meanwhile, which brings its own.
  if (text === current) setLaterWords(later);
}

async function readLater(text: AccountText): Promise<LaterAccountCatalogue> {
  const { later } = await text.readLater();
  return later;
}
