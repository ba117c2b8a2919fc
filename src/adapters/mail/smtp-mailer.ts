import type { Transporter } from 'nodemailer';
import type { Mail, Mailer } from '#core/mail/mailer.ts';
import { messageOf } from './message.ts';

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
