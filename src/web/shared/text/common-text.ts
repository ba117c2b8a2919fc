import type { common } from '#locales/en/common.ts';

export type CommonWords = typeof common;

/** The wording of the parts that pages share. `let`, because the language is known only when the page starts. */
export let commonText: CommonWords;

export function setCommonText(words: CommonWords): void {
  commonText = words;
}
