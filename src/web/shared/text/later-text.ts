import type { later } from '#locales/en/later.ts';

export type LaterCatalogue = typeof later;

/** Separate from the other wording, because the first paint needs none of it; `withWords` waits for it. */
export let laterText: LaterCatalogue;

export function setLaterText(words: LaterCatalogue): void {
  laterText = words;
}
