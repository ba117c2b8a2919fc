import { english } from './english.ts';

export type AccountWords = typeof english;

/** Every word of the account page. A language is one more object of the same type. */
export const words: AccountWords = english;
