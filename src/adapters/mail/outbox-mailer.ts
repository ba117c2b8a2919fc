import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail, Mailer } from '#core/mail/mailer.ts';
import { messageOf } from './message.ts';

export interface OutboxOptions {
  /** Created when missing, accessible to its owner only. */
  readonly folder: string;
  readonly from: string;
  /** Receives the name of the file and nothing of its content. */
  readonly onWritten: (file: string) => void;
}

/** Without a mail server, emails become files that only the operator can read. */
export class OutboxMailer implements Mailer {
  readonly delivers = false;
  readonly #options: OutboxOptions;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  async send(mail: Mail): Promise<void> {
    const { folder, from, onWritten } = this.#options;
    // Loaded with the first email, because most processes without a mail server never write one.
    const { createTransport } = await import('nodemailer');
    const composer = createTransport({ streamTransport: true, buffer: true });
    const { message } = await composer.sendMail(messageOf(from, mail));
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`;
    const path = join(folder, name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, message, { flag: 'wx', mode: 0o600 });
    onWritten(path);
  }
}
