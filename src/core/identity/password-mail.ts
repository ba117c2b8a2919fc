import type { Background } from '../mail/background.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { normalizeEmail } from '../tenants/email.ts';
import { type CodePurpose, issueCode, type OneTimeCodeStore } from './one-time-code.ts';
import { normalizeSlug } from './sign-in.ts';
import type { Account, AccountStore } from './sign-in-store.ts';
import { accountBucket, addressBucket, countAttempt, type ThrottleStore, throttleRules } from './throttle.ts';

export interface PasswordMailOptions {
  readonly accounts: AccountStore;
  readonly codes: OneTimeCodeStore;
  readonly throttle: ThrottleStore;
  readonly mailer: Mailer;
  readonly background: Background;
  /** The page where a password is chosen with a code. */
  readonly resetUrl: (code: string) => string;
}

/** Letters with a link to choose a password. */
export class PasswordMail {
  readonly #options: PasswordMailOptions;

  constructor(options: PasswordMailOptions) {
    this.#options = options;
  }

  /** Answers before anything is looked up, so nobody learns whether there is such an account. */
  async requestReset(tenant: string, email: string, address: string): Promise<void> {
    const slug = normalizeSlug(tenant);
    const to = normalizeEmail(email);
    await countAttempt(this.#options.throttle, [
      accountBucket(throttleRules.resetAccount, slug, to),
      addressBucket(throttleRules.resetAddress, address),
    ]);
    this.#send('reset', slug, to, resetMail);
  }

  /** For somebody who was just added. */
  invite(slug: string, email: string): void {
    this.#send('invite', slug, email, inviteMail);
  }

  #send(
    purpose: CodePurpose,
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
      const code = await issueCode(codes, { purpose, clientId, userId, boundTo: null });
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
