import type { PerLanguage } from '#contract/languages/languages.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { type EmailWords, en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';
import { zh } from './zh.ts';

export const emailWords: PerLanguage<EmailWords> = { en, de, fr, es, pt, it, ja, zh, ar };
