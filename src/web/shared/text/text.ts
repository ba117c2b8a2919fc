import { english } from './english.ts';

export type Catalogue = typeof english;

/** All wording of the pages. A language is one more object of the same type. */
export const text: Catalogue = english;
