import { timingSafeEqual } from 'node:crypto';
import { limits } from '#contract/limits.ts';
import { mayChat } from '../access/gate.ts';
import type { Client } from '../tenants/client.ts';
import { hostedUserIdentity } from '../tenants/hosted-user.ts';
import { hashCode, issueCode, type OneTimeCodeStore } from './one-time-code.ts';
import type { MintedToken, SessionTokens } from './session-token.ts';
import type { LoginSessionWriter } from './sign-in-store.ts';

export interface HandOverStores {
  readonly codes: OneTimeCodeStore;
  readonly sessions: LoginSessionWriter;
  readonly tokens: SessionTokens;
}

/** The sign-in host gives the ticket of its browser for a code that works in one browser, at one tenant, once. */
export async function exchangeTicket(
  codes: OneTimeCodeStore,
  ticket: string,
  slug: string,
  state: string,
): Promise<string | null> {
  const holder = await codes.take(['signed-in'], hashCode(ticket));
  if (holder === null || holder.slug !== slug) return null;
  const { clientId, userId } = holder;
  return issueCode(codes, { purpose: 'hand-over', clientId, userId, boundTo: hashCode(state) });
}

export interface StartedSession {
  readonly minted: MintedToken;
  /** False: only the account page is open. */
  readonly mayChat: boolean;
}

/** The tenant's host starts a session for the code, in the browser that holds the state. */
export async function startLoginSession(
  { codes, sessions, tokens }: HandOverStores,
  client: Client,
  code: string,
  state: string,
): Promise<StartedSession | null> {
  const holder = await codes.take(['hand-over'], hashCode(code));
  if (holder === null || holder.clientId !== client.id || holder.boundTo === null) return null;
  if (!timingSafeEqual(holder.boundTo, hashCode(state))) return null;
  const isOpen = mayChat(client.subscriptionStatus);
  if (!isOpen && !holder.admin) return null;
  const subject = hostedUserIdentity(holder.userId);
  const minted = await tokens.mint(client, 'login', subject, limits.loginSessionSeconds);
  const { sessionId: id, expiresAt } = minted;
  const isStored = await sessions.start({ id, clientId: client.id, userId: holder.userId, expiresAt });
  return isStored ? { minted, mayChat: isOpen } : null;
}
