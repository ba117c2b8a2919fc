import type { Background } from '../mail/background.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { normalizeEmail } from '../tenants/email.ts';
import { codeSeconds, newCode, type OneTimeCodeStore } from './one-time-code.ts';
import { normalizeSlug } from './sign-in.ts';
import type { Account, AccountStore } from './sign-in-store.ts';
import { type AttemptSource, countAttempt, type Throttle, throttleRules } from './throttle.ts';

export interface PasswordMailOptions extends Throttle {
  readonly accounts: AccountStore;
  readonly codes: Pick<OneTimeCodeStore, 'insertLetter'>;
  readonly mailer: Mailer;
  readonly background: Background;
  /** The page where a password is chosen with a code. */
  readonly resetUrl: (code: string) => string;
}

/**
 * Links of one account that stand at a time. Further requests send no letter: their reader has enough that work, and a
 * stranger cannot fill the mailbox.
 */
const mostStanding = 5;

/** Letters with a link to choose a password. */
export class PasswordMail {
  readonly #options: PasswordMailOptions;

  constructor(options: PasswordMailOptions) {
    this.#options = options;
  }

  /** Answers before anything is looked up, so nobody learns whether there is such an account. */
  async requestReset(tenant: string, email: string, source: AttemptSource): Promise<void> {
    const slug = normalizeSlug(tenant);
    const to = normalizeEmail(email);
    await countAttempt(this.#options, throttleRules.reset, { tenant: slug, email: to }, source);
    this.#send('reset', slug, to, resetMail);
  }

  /** For somebody who was just added. */
  invite(slug: string, email: string): void {
    this.#send('invite', slug, email, inviteMail);
  }

  #send(
    purpose: 'reset' | 'invite',
    slug: string,
    email: string,
    compose: (account: Account, link: string) => Mail,
  ): void {
    const { accounts, codes, mailer, background, resetUrl } = this.#options;
    background.run(async () => {
      if (/\p{Cc}/u.test(slug + email) || !(slug + email).isWellFormed()) return;
      const account = await accounts.find(slug, email);
      if (!account?.enabled || !account.clientEnabled) return;
      const { clientId, userId } = account;
      const { code, hash } = newCode();
      const letter = { purpose, clientId, userId };
      if (!(await codes.insertLetter(hash, letter, codeSeconds[purpose], mostStanding))) return;
      await mailer.send(compose(account, resetUrl(code)));
    });
  }
}

function resetMail({ email, slug }: Account, link: string): Mail {
  return {
    to: email,
    subject: 'Choose a new password',
    text: [
      `Somebody asked for a new password of ${email} at "${slug}".`,
      'If it was you, choose one here within the hour:',
      link,
      'If it was not you, nothing has changed, and you can forget this letter.',
    ].join('\n\n'),
  };
}

function inviteMail({ email, slug }: Account, link: string): Mail {
  return {
    to: email,
    subject: 'You can sign in to the chat',
    text: [
      `An administrator of "${slug}" gave ${email} access to the chat.`,
      'Choose a password here within seven days:',
      link,
    ].join('\n\n'),
  };
}
