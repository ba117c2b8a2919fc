import { englishLater } from './english-later.ts';

export type LaterCatalogue = typeof englishLater;

/** Separate from the other wording, because the first paint needs none of it. */
export const laterText: LaterCatalogue = englishLater;
