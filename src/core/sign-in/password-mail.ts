import type { Language } from '#contract/languages/languages.ts';
import { normalizeEmail } from '../clients/email.ts';
import { codeSeconds, newCode, type OneTimeCodeStore } from '../identity/one-time-code.ts';
import type { BackgroundTasks } from '../mail/background-tasks.ts';
import { composeEmail, emailWords } from '../mail/compose-email.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { normalizeSlug } from './sign-in.ts';
import type { AccountStore } from './sign-in-store.ts';
import { type AttemptSource, countAttempt, type Throttle, throttleRules } from './throttle.ts';

export interface PasswordMailOptions extends Throttle {
  readonly accounts: AccountStore;
  readonly codes: Pick<OneTimeCodeStore, 'insertEmailCode'>;
  readonly mailer: Mailer;
  readonly background: BackgroundTasks;
  /** The page on which a person chooses a password, with a code. */
  readonly resetUrl: (code: string) => string;
}

export interface ResetRequest {
  readonly tenant: string;
  readonly email: string;
  /** The language of the page on which it was requested. */
  readonly language: Language;
}

/**
 * The most valid links of one account. Further requests send no email: the person already has enough valid links,
 * and a stranger cannot flood the mailbox.
 */
const mostStanding = 5;

/** Sends emails to people who forgot their password. */
export class PasswordMail {
  readonly #options: PasswordMailOptions;

  constructor(options: PasswordMailOptions) {
    this.#options = options;
  }

  /** Returns before anything is looked up, so that the timing does not reveal whether the account exists. */
  async requestReset({ tenant, email, language }: ResetRequest, source: AttemptSource): Promise<void> {
    const slug = normalizeSlug(tenant);
    const to = normalizeEmail(email);
    await countAttempt(this.#options, throttleRules.reset, { tenant: slug, email: to }, source);
    this.#send(slug, to, language);
  }

  #send(slug: string, email: string, language: Language): void {
    const { accounts, codes, mailer, background, resetUrl } = this.#options;
    background.run(async () => {
      if (/\p{Cc}/u.test(slug + email) || !(slug + email).isWellFormed()) return;
      const account = await accounts.find(slug, email);
      if (!account?.enabled || !account.clientEnabled) return;
      const { clientId, userId } = account;
      const { code, hash } = newCode();
      const resetCode = { purpose: 'reset', clientId, userId } as const;
      if (!(await codes.insertEmailCode(hash, resetCode, codeSeconds.reset, mostStanding))) return;
      const words = account.language ?? account.invitedLanguage ?? language;
      await mailer.send(resetEmail(words, account.email, account.slug, resetUrl(code)));
    });
  }
}

/** For a person who requested it. */
function resetEmail(language: Language, email: string, tenant: string, link: string): Mail {
  const { subject, asked, choose, otherwise } = emailWords[language].reset;
  return composeEmail(language, email, subject, [asked(email, tenant), choose, link, otherwise]);
}

export function adminResetEmail(language: Language, email: string, tenant: string, link: string): Mail {
  const { subject, done, choose } = emailWords[language].adminReset;
  return composeEmail(language, email, subject, [done(email, tenant), choose, link]);
}

export function inviteEmail(language: Language, email: string, tenant: string, link: string): Mail {
  const { subject, given, choose } = emailWords[language].invite;
  return composeEmail(language, email, subject, [given(email, tenant), choose, link]);
}
