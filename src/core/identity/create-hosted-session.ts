import type { Facts } from '#contract/context.ts';
import { limits } from '#contract/limits.ts';
import type { HostedSession } from '#contract/resources.ts';
import type { Client } from '../clients/client.ts';
import type { BlockedUserStore } from './blocked-user.ts';
import type { Owner } from './caller.ts';
import type { SessionTokens, TokenOrigins } from './session-token.ts';

export interface SessionServices {
  readonly tokens: SessionTokens;
  readonly origins: TokenOrigins;
  readonly blockedUsers: Pick<BlockedUserStore, 'isBlocked'>;
}

/** What a partner asks of a token. */
export interface AskedSession {
  readonly ttlSeconds: number | undefined;
  readonly facts: Facts | null;
}

/**
 * Mints a token that lets one end user chat on the tenant's own origin. Costs no quota. A blocked user gets one too,
 * and can read with it.
 */
export async function createHostedSession(
  { tokens, origins, blockedUsers }: SessionServices,
  client: Client,
  owner: Owner,
  asked: AskedSession,
): Promise<HostedSession> {
  const { default: normal, min, max } = limits.sessionTtlSeconds;
  const ttlSeconds = Math.min(max, Math.max(min, asked.ttlSeconds ?? normal));
  const [minted, isBlocked] = await Promise.all([
    tokens.mint(client, 'handoff', owner.userId, ttlSeconds, asked.facts),
    blockedUsers.isBlocked(owner),
  ]);
  return {
    ok: true,
    token: minted.token,
    expires_at: minted.expiresAt.toISOString(),
    external_user_id: owner.userId,
    tenant_url: origins.tenantUrl(client.slug),
    ttl_seconds: ttlSeconds,
    session_id: minted.sessionId,
    subscription_status: client.subscriptionStatus,
    ...(isBlocked ? { blocked: true } : {}),
  };
}
