import { english } from './english.ts';

export type AccountWords = typeof english;

/** All wording of the account page. A language is one more object of the same type. */
export const words: AccountWords = english;
