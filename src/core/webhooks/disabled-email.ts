import type { Language } from '#contract/languages/languages.ts';
import { composeLetter } from '../mail/compose-email.ts';
import { letterWords } from '../mail/emails/email-words.ts';
import type { Mail } from '../mail/mailer.ts';

/** For an administrator of a tenant whose endpoint takes no more deliveries. */
export function disabledLetter(language: Language, email: string, tenant: string, url: string): Mail {
  const { subject, stopped, remedy } = letterWords[language].disabledWebhook;
  return composeLetter(language, email, subject, [stopped(tenant, new URL(url).origin), remedy]);
}
