import type { Language } from '#contract/languages/languages.ts';

/** One plain-text email. Its text may contain a secret link and never reaches a log. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** English where it is missing. */
  readonly language?: Language;
}

/** Resolves when the mail server or the outbox has accepted the email. */
export interface Mailer {
  /** False when emails stay on this machine. */
  readonly delivers: boolean;
  send(mail: Mail): Promise<void>;
}
