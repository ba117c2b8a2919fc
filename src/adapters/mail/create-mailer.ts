import { join } from 'node:path';
import type { Mailer } from '#core/mail/mailer.ts';
import { OutboxMailer } from './outbox-mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';

export interface MailSettings {
  readonly smtpUrl: string | null;
  readonly from: string;
  readonly dataFolder: string;
  readonly onWritten: (file: string) => void;
}

/** The mail server of the configuration, or the outbox in the data folder. */
export function createMailer({ smtpUrl, from, dataFolder, onWritten }: MailSettings): Mailer {
  if (smtpUrl !== null) return new SmtpMailer(smtpUrl, from);
  return new OutboxMailer({ folder: join(dataFolder, 'outbox'), from, onWritten });
}
