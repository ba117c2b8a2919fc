import type { Client } from '../clients/client.ts';
import { errors } from '../errors.ts';
import { brandCaller, type Caller } from './caller.ts';
import type { LoginSessionStore } from './login-session-store.ts';
import type { SessionTokens } from './session-token.ts';

/** The caller of a token that a partner minted. Always an ordinary user, never an administrator. */
export async function verifyHandoff(tokens: SessionTokens, client: Client, token: string): Promise<Caller> {
  const claims = await tokens.verify(client, 'handoff', token);
  return brandCaller({
    kind: 'hosted',
    client,
    userId: claims.subject,
    admin: false,
    sessionId: claims.sessionId,
    hostedUserId: null,
    expiresAt: claims.expiresAt,
    facts: claims.facts,
  });
}

/** The caller of a sign-in. The token alone is not enough: its session must exist and its user be enabled. */
export async function verifyLogin(
  tokens: SessionTokens,
  sessions: LoginSessionStore,
  client: Client,
  token: string,
): Promise<Caller> {
  const claims = await tokens.verify(client, 'login', token);
  const hostedUserId = claims.subject.replace(/^hu:/, '');
  const login = await sessions.find(client.id, hostedUserId, claims.sessionId);
  if (login === null) throw errors.invalidSession();
  if (!login.enabled) throw errors.userDisabled();
  if (!login.sessionStands) throw errors.sessionRevoked();
  return brandCaller({
    kind: 'hosted',
    client,
    userId: claims.subject,
    admin: login.admin,
    sessionId: claims.sessionId,
    hostedUserId,
    expiresAt: claims.expiresAt,
    facts: null,
  });
}
