import type { Language } from '#contract/languages/languages.ts';
import { composeEmail } from '../mail/compose-email.ts';
import { emailWords } from '../mail/email-words.ts';
import type { Mail } from '../mail/mailer.ts';

/** For a person who requested it. */
export function resetEmail(language: Language, email: string, tenant: string, link: string): Mail {
  const { subject, asked, choose, otherwise } = emailWords[language].reset;
  return composeEmail(language, email, subject, [asked(email, tenant), choose, link, otherwise]);
}

export function adminResetEmail(language: Language, email: string, tenant: string, link: string): Mail {
  const { subject, done, choose } = emailWords[language].adminReset;
  return composeEmail(language, email, subject, [done(email, tenant), choose, link]);
}

export function inviteEmail(language: Language, email: string, tenant: string, link: string): Mail {
  const { subject, given, choose } = emailWords[language].invite;
  return composeEmail(language, email, subject, [given(email, tenant), choose, link]);
}
