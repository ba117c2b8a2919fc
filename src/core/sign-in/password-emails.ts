import type { Language } from '#contract/languages/languages.ts';
import { composeLetter } from '../mail/compose-email.ts';
import { letterWords } from '../mail/emails/email-words.ts';
import type { Mail } from '../mail/mailer.ts';

/** For a person who requested it. */
export function resetLetter(language: Language, email: string, tenant: string, link: string): Mail {
  const { subject, asked, choose, otherwise } = letterWords[language].reset;
  return composeLetter(language, email, subject, [asked(email, tenant), choose, link, otherwise]);
}

export function adminResetLetter(language: Language, email: string, tenant: string, link: string): Mail {
  const { subject, done, choose } = letterWords[language].adminReset;
  return composeLetter(language, email, subject, [done(email, tenant), choose, link]);
}

export function inviteLetter(language: Language, email: string, tenant: string, link: string): Mail {
  const { subject, given, choose } = letterWords[language].invite;
  return composeLetter(language, email, subject, [given(email, tenant), choose, link]);
}
