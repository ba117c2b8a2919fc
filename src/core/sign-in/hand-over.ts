import { timingSafeEqual } from 'node:crypto';
import { limits } from '#contract/limits.ts';
import type { Client } from '../clients/client.ts';
import { hostedUserIdentity } from '../clients/hosted-user.ts';
import { mayChat } from '../identity/gate.ts';
import { type CodeHolder, hashCode, newCode, type OneTimeCodeStore } from '../identity/one-time-code.ts';
import type { MintedToken, SessionTokens } from '../identity/session-token.ts';
import type { LoginSessionWriter, SessionPlace } from './sign-in-store.ts';

export interface HandOverStores {
  readonly codes: OneTimeCodeStore;
  readonly sessions: LoginSessionWriter;
  readonly tokens: SessionTokens;
}

/** The sign-in host exchanges its browser's ticket for a code that works once, in one browser, at one tenant. */
export async function exchangeTicket(
  codes: OneTimeCodeStore,
  ticket: string,
  slug: string,
  state: string,
): Promise<string | null> {
  const { code, hash } = newCode();
  const isExchanged = await codes.exchange(hashCode(ticket), slug, { hash, boundTo: hashCode(state) });
  return isExchanged ? code : null;
}

export interface StartedSession {
  readonly minted: MintedToken;
  /** False: only the account page is accessible. */
  readonly mayChat: boolean;
}

/** The tenant's host exchanges the code for a session, in the browser that holds the state. */
export async function startLoginSession(
  { codes, sessions, tokens }: HandOverStores,
  client: Client,
  code: string,
  state: string,
  place: SessionPlace,
): Promise<StartedSession | null> {
  const codeHash = hashCode(code);
  const holder = await codes.find(['hand-over'], codeHash);
  if (holder === null) return null;
  if (!isFor(holder, client, state)) {
    await codes.take(['hand-over'], codeHash);
    return null;
  }
  const subject = hostedUserIdentity(holder.userId);
  const minted = await tokens.mint(client, 'login', subject, limits.loginSessionSeconds);
  const { sessionId: id, expiresAt } = minted;
  // The code is used up in the transaction that stores the session; after an earlier password change neither takes
  // effect.
  const session = { id, clientId: client.id, userId: holder.userId, expiresAt, ...place };
  const isStored = await sessions.start(session, codeHash);
  return isStored ? { minted, mayChat: mayChat(client.subscriptionStatus) } : null;
}

function isFor(holder: CodeHolder, client: Client, state: string): boolean {
  if (holder.clientId !== client.id || holder.boundTo === null) return false;
  if (!timingSafeEqual(holder.boundTo, hashCode(state))) return false;
  return holder.admin || mayChat(client.subscriptionStatus);
}
