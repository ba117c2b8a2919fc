import { createTransport } from 'nodemailer';
import type { Mail, Mailer } from '#core/mail/mailer.ts';

const patienceMs = 10_000;

/** Sends letters through a mail server (`smtp://` with STARTTLS where offered, or `smtps://`). */
export class SmtpMailer implements Mailer {
  readonly delivers = true;
  readonly #transport: ReturnType<typeof createTransport>;
  readonly #from: string;

  constructor(url: string, from: string) {
    const timeouts = {
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
    };
    this.#transport = createTransport({ url, ...timeouts });
    this.#from = from;
  }

  async send(mail: Mail): Promise<void> {
    await this.#transport.sendMail({ from: this.#from, ...mail });
  }
}
