import { directionOf, type Language, type PerLanguage } from '#contract/languages/languages.ts';
import { ar } from '#locales/ar/emails.ts';
import { de } from '#locales/de/emails.ts';
import { type EmailWords, en } from '#locales/en/emails.ts';
import { es } from '#locales/es/emails.ts';
import { fr } from '#locales/fr/emails.ts';
import { it } from '#locales/it/emails.ts';
import { ja } from '#locales/ja/emails.ts';
import { pt } from '#locales/pt/emails.ts';
import { zh } from '#locales/zh/emails.ts';
import type { Mail } from './mailer.ts';

/** An email of one paragraph for each part. A part may be an address of the web. */
export function composeEmail(
  language: Language,
  to: string,
  subject: string,
  parts: readonly string[],
): Mail {
  // A plain-text email has no other way to say that its lines begin on the right, even one with a Latin name in front.
  const mark = directionOf(language) === 'rtl' ? '\u200f' : '';
  return {
    to,
    subject,
    language,
    text: parts.map((part) => (part.startsWith('http') ? part : mark + part)).join('\n\n'),
  };
}

export const emailWords: PerLanguage<EmailWords> = { en, de, fr, es, pt, it, ja, zh, ar };
