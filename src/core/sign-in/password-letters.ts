import { directionOf, type Language } from '#contract/languages/languages.ts';
import { letterWords } from '../mail/letters/letter-words.ts';
import type { Mail } from '../mail/mailer.ts';

/** For a person who requested it. */
export function resetLetter(language: Language, email: string, tenant: string, link: string): Mail {
  const { subject, asked, choose, otherwise } = letterWords[language].reset;
  return letter(language, email, subject, [asked(email, tenant), choose, link, otherwise]);
}

export function adminResetLetter(language: Language, email: string, tenant: string, link: string): Mail {
  const { subject, done, choose } = letterWords[language].adminReset;
  return letter(language, email, subject, [done(email, tenant), choose, link]);
}

export function inviteLetter(language: Language, email: string, tenant: string, link: string): Mail {
  const { subject, given, choose } = letterWords[language].invite;
  return letter(language, email, subject, [given(email, tenant), choose, link]);
}

function letter(language: Language, to: string, subject: string, parts: readonly string[]): Mail {
  // A plain letter has no other way to say that its lines begin on the right, even one with a Latin name in front.
  const mark = directionOf(language) === 'rtl' ? '\u200f' : '';
  return {
    to,
    subject,
    language,
    text: parts.map((part) => (part.startsWith('http') ? part : mark + part)).join('\n\n'),
  };
}
