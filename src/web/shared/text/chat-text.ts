import { signal } from '@preact/signals';
import type { Language, PerLanguage } from '#contract/languages/languages.ts';
import type { CommonWords } from './common-text.ts';
import { type LaterCatalogue, setLaterText } from './later-text.ts';
import { type Catalogue, setText } from './text.ts';

interface ChatWords {
  readonly common: CommonWords;
  readonly chat: Catalogue;
  readonly readLater: () => Promise<{ readonly later: LaterCatalogue }>;
}

const catalogues: PerLanguage<() => Promise<ChatWords>> = {
  en: () => import('#locales/en/chat.ts'),
  de: () => import('#locales/de/chat.ts'),
  fr: () => import('#locales/fr/chat.ts'),
  es: () => import('#locales/es/chat.ts'),
  pt: () => import('#locales/pt/chat.ts'),
  it: () => import('#locales/it/chat.ts'),
  ja: () => import('#locales/ja/chat.ts'),
  zh: () => import('#locales/zh/chat.ts'),
  ar: () => import('#locales/ar/chat.ts'),
};

/** The language that the chat is shown in. A view that reads it is drawn again when the reader chooses another. */
export const language = signal<Language>('en');

let current: ChatWords | null = null;
let usesLater = false;

/** Loads the words in the language of the document, whose file the document has asked for already. */
export function startText(): Promise<void> {
  const { lang } = document.documentElement;
  return loadLanguage(isLanguage(lang) ? lang : 'en');
}

/** Nothing changes until all words of the language are there. */
export async function loadLanguage(wanted: Language): Promise<void> {
  const words = await catalogues[wanted]();
  if (usesLater) await openLater(words);
  current = words;
  setText(words.common, words.chat);
  document.documentElement.lang = wanted;
  language.value = wanted;
}

/** Loads a part of the page together with the words that only such parts use. */
export async function withWords<T>(load: () => Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([load(), loadLater()]);
  return loaded;
}

async function loadLater(): Promise<void> {
  usesLater = true;
  if (current !== null) await openLater(current);
}

async function openLater(words: ChatWords): Promise<void> {
  const { later } = await words.readLater();
  setLaterText(later);
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(catalogues, tag);
}
