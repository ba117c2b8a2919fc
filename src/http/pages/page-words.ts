import type { PerLanguage } from '#contract/languages/languages.ts';
import { ar } from '#locales/ar/pages.ts';
import { de } from '#locales/de/pages.ts';
import { en, type PageWords } from '#locales/en/pages.ts';
import { es } from '#locales/es/pages.ts';
import { fr } from '#locales/fr/pages.ts';
import { it } from '#locales/it/pages.ts';
import { ja } from '#locales/ja/pages.ts';
import { pt } from '#locales/pt/pages.ts';
import { zh } from '#locales/zh/pages.ts';

export const pageWords: PerLanguage<PageWords> = { en, de, fr, es, pt, it, ja, zh, ar };
