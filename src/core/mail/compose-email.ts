import { directionOf, type Language } from '#contract/languages/languages.ts';
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
