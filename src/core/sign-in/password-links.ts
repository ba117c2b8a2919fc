import type { UserLinkAnswer } from '#contract/admin.ts';
import type { Language } from '#contract/languages/languages.ts';
import type { NewUser, UserManager } from '../administration/manage-users.ts';
import type { CodeDelivery, IssuedCode } from '../administration/password-code.ts';
import type { Actor } from '../audit/actor.ts';
import { type HostedUser, presentHostedUser } from '../clients/hosted-user.ts';
import { errors } from '../errors.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { adminResetEmail, inviteEmail } from './password-mail.ts';
import { countHourly, type ThrottleStore } from './throttle.ts';

export interface PasswordLinksOptions {
  readonly users: UserManager;
  readonly mailer: Mailer;
  readonly throttle: ThrottleStore;
  /** The page on which a person chooses a password, with a code. */
  readonly resetUrl: (code: string) => string;
}

/** Where the link to choose a password was sent. */
export type SentLink =
  | { readonly user: HostedUser; readonly link: null }
  | { readonly user: HostedUser; readonly link: string; readonly expiresAt: Date };

/**
 * Invitations and resets by administrators and operators, who never learn a password. The person gets an email with a
 * link, or, when no mail server is configured, the one who asked is shown a link that works once.
 */
export class PasswordLinks {
  readonly #options: PasswordLinksOptions;

  constructor(options: PasswordLinksOptions) {
    this.#options = options;
  }

  async invite(actor: Actor, tenant: string, wanted: NewUser, mayMail: boolean): Promise<SentLink> {
    // A partner's backend, and an operator, may bring as many people as a tenant has.
    if (actor.kind === 'hosted-user') await countHourly(this.#options.throttle, 'invitations', tenant);
    const delivery = this.#delivery(actor, mayMail);
    const issued = await this.#options.users.invite(actor, tenant, wanted, delivery);
    return this.#send(issued, delivery, (link) =>
      inviteEmail(languageOf(issued.user), issued.user.email, tenant, link),
    );
  }

  async reset(actor: Actor, tenant: string, key: { readonly id: string }): Promise<SentLink> {
    await countHourly(this.#options.throttle, 'resets', `${tenant}\n${key.id}`);
    const delivery = this.#delivery(actor, true);
    const issued = await this.#options.users.resetPassword(actor, tenant, key, delivery);
    return this.#send(issued, delivery, (link) =>
      adminResetEmail(languageOf(issued.user), issued.user.email, tenant, link),
    );
  }

  /** A link lets its holder in, so the role `support` gets none: without a mail server the email is in the outbox. */
  #delivery(actor: Actor, mayMail: boolean): CodeDelivery {
    if (actor.kind === 'operator' && actor.role === 'support') return 'letter';
    return mayMail && this.#options.mailer.delivers ? 'letter' : 'link';
  }

  async #send(
    { user, code, expiresAt }: IssuedCode,
    delivery: CodeDelivery,
    compose: (link: string) => Mail,
  ): Promise<SentLink> {
    const { mailer, resetUrl } = this.#options;
    const link = resetUrl(code);
    if (delivery === 'link') return { user, link, expiresAt };
    try {
      await mailer.send(compose(link));
    } catch (error) {
      throw errors.emailNotSent(error);
    }
    return { user, link: null };
  }
}

/** The person's last choice, else the inviter's. */
function languageOf({ language, invitedLanguage }: HostedUser): Language {
  return language ?? invitedLanguage ?? 'en';
}

export function presentUser(user: HostedUser) {
  return { ok: true, user: presentHostedUser(user) } as const;
}

/** The only response that contains a link, for the administrator who asked. */
export function presentSentLink(sent: SentLink): UserLinkAnswer {
  const answer = presentUser(sent.user);
  if (sent.link === null) return { ...answer, mailed: true };
  return { ...answer, link: sent.link, expires_at: sent.expiresAt.toISOString() };
}
