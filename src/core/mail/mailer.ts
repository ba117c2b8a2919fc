/** One plain-text letter. Its text may hold a secret link: it never reaches a log. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Resolves when the letter was accepted by whoever carries it. */
export interface Mailer {
  /** False where letters stay on this machine. */
  readonly delivers: boolean;
  send(mail: Mail): Promise<void>;
}
