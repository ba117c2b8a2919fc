import type { LauncherWords } from '#locales/launcher.ts';

declare const __PARLEY_LAUNCHER_WORDS__: LauncherWords;

/** In the language of this file: the build puts one catalogue into each second file. */
export const words = __PARLEY_LAUNCHER_WORDS__;
