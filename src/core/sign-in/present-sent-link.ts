import type { UserLinkAnswer } from '#contract/admin.ts';
import { type HostedUser, presentHostedUser } from '../clients/hosted-user.ts';
import type { SentLink } from './password-links.ts';

export function presentUser(user: HostedUser) {
  return { ok: true, user: presentHostedUser(user) } as const;
}

/** The only response that contains a link, for the administrator who asked. */
export function presentSentLink(sent: SentLink): UserLinkAnswer {
  const answer = presentUser(sent.user);
  if (sent.link === null) return { ...answer, mailed: true };
  return { ...answer, link: sent.link, expires_at: sent.expiresAt.toISOString() };
}
