import { createMailer } from '#adapters/mail/create-mailer.ts';
import type { Config } from '#config';
import type { Administration } from '#core/administration/administration.ts';
import type { Mailer } from '#core/mail/mailer.ts';
import { PasswordLinks } from '#core/sign-in/password-links.ts';
import type { ThrottleStore } from '#core/sign-in/throttle.ts';
import type { Hosts } from '#http/server/hosts.ts';

/** The mailer, and the links that emails contain. */
export interface Emails {
  readonly mailer: Mailer;
  /** The page on which a person chooses a password, with a code. */
  readonly resetUrl: (code: string) => string;
  readonly passwordLinks: PasswordLinks;
}

export function createEmails(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataFolder'>,
  hosts: Hosts,
  { users }: Pick<Administration, 'users'>,
  throttle: ThrottleStore,
  onWritten: (file: string) => void,
): Emails {
  const { mailFrom: from, dataFolder } = config;
  const mailer = createMailer({ smtpUrl: config.smtpUrl?.reveal() ?? null, from, dataFolder, onWritten });
  const resetUrl = (code: string) => `${hosts.loginUrl}/reset?token=${code}`;
  return { mailer, resetUrl, passwordLinks: new PasswordLinks({ users, mailer, throttle, resetUrl }) };
}
