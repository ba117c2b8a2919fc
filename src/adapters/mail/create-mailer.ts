import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import type { Mail, Mailer } from '#core/mail/mailer.ts';

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

/** An email as nodemailer takes it. An address in a text would be parsed, and could be read as another one. */
function messageOf(from: string, { to, subject, text, language = 'en' }: Mail) {
  return { from, to: { name: '', address: to }, subject, text, headers: { 'Content-Language': language } };
}

interface OutboxOptions {
  /** Created when missing, accessible to its owner only. */
  readonly folder: string;
  readonly from: string;
  /** Receives the name of the file and nothing of its content. */
  readonly onWritten: (file: string) => void;
}

/** Without a mail server, emails become files that only the operator can read. */
class OutboxMailer implements Mailer {
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

const patienceMs = 10_000;

/** Sends emails through a mail server (`smtp://` with STARTTLS where offered, or `smtps://`). */
export class SmtpMailer implements Mailer {
  readonly delivers = true;
  readonly #url: string;
  readonly #from: string;
  #transport: Transporter | undefined;

  constructor(url: string, from: string) {
    this.#url = url;
    this.#from = from;
  }

  async send(mail: Mail): Promise<void> {
    this.#transport ??= await openTransport(this.#url);
    await this.#transport.sendMail(messageOf(this.#from, mail));
  }
}

/** The library is loaded with the first email, so that a process starts sooner. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const timeouts = {
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  };
  return createTransport({ url, ...timeouts });
}
