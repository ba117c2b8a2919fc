import type { PerLanguage } from '#contract/languages/languages.ts';
import { ar } from '#locales/ar/emails.ts';
import { de } from '#locales/de/emails.ts';
import { type EmailWords, en } from '#locales/en/emails.ts';
import { es } from '#locales/es/emails.ts';
import { fr } from '#locales/fr/emails.ts';
import { it } from '#locales/it/emails.ts';
import { ja } from '#locales/ja/emails.ts';
import { pt } from '#locales/pt/emails.ts';
import { zh } from '#locales/zh/emails.ts';

export const emailWords: PerLanguage<EmailWords> = { en, de, fr, es, pt, it, ja, zh, ar };
