import { englishLater } from './english-later.ts';

export type LaterCatalogue = typeof englishLater;

/** Apart from the other words because nothing of it is needed for the first paint. */
export const laterText: LaterCatalogue = englishLater;
