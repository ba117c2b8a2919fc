import { english } from './english.ts';

export type ConsoleWords = typeof english;

/** The wording of the console's frame; each section has its own beside its code, and both are loaded together. */
export const words: ConsoleWords = english;
