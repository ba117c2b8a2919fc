import type { Language } from '#contract/languages/languages.ts';
import { composeEmail, emailWords } from '../mail/compose-email.ts';
import type { Mail } from '../mail/mailer.ts';

/** For an administrator of a tenant whose endpoint takes no more deliveries. */
export function disabledEmail(language: Language, email: string, tenant: string, url: string): Mail {
  const { subject, stopped, remedy } = emailWords[language].disabledWebhook;
  return composeEmail(language, email, subject, [stopped(tenant, new URL(url).origin), remedy]);
}
