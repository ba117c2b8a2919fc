import type { chat } from '#locales/en/chat.ts';
import { type CommonWords, setCommonText } from './common-text.ts';

/** The chat's words in one language. English is the model: what it has, each other one must have. */
export type Catalogue = typeof chat;

/** The chat's wording in the language of the page. No constant may keep a word of it, because it is replaced. */
export let text: Catalogue & CommonWords;

export function setText(common: CommonWords, words: Catalogue): void {
  setCommonText(common);
  text = { ...common, ...words };
}
