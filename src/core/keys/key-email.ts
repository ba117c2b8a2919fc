import { type Language, languages } from '#contract/languages/languages.ts';
import type { TenantAdministrator } from '../clients/hosted-user.ts';
import { composeEmail, emailWords } from '../mail/compose-email.ts';
import type { Mail } from '../mail/mailer.ts';
import type { KeyChange } from './manage-own-key.ts';

/** For an administrator of a tenant whose key was replaced, or whose previous key has ended. */
export function keyEmail(
  { email, language }: TenantAdministrator,
  change: KeyChange,
  accountUrl: string,
): Mail {
  const used = language ?? languages[0];
  const { subject, noOther, previous, otherwise } = emailWords[used].key;
  const until = change.client.previousKeyUntil;
  const keys = until === null ? noOther : previous(moment(used, until));
  return composeEmail(used, email, subject, [done(used, change), keys, otherwise, accountUrl]);
}

function done(language: Language, { client: { slug }, what, email }: KeyChange): string {
  const { replacedByKey, replaced, ended } = emailWords[language].key;
  if (email === null) return replacedByKey(slug);
  return what === 'replaced' ? replaced(email, slug) : ended(email, slug);
}

/** In UTC, because the service does not know where the reader is. */
function moment(language: Language, time: Date): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(time)} UTC`;
}
