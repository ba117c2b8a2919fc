import { deviceOf } from '#contract/devices/device-of.ts';
import type { Embedding, LoginSessionResource, Subscription } from '#contract/hosted.ts';
import type { Client } from '../../clients/client.ts';
import { embeddingSnippet, neededPolicy, type PinnedLauncher } from '../../clients/embedding.ts';
import { hostedUserIdentity } from '../../clients/hosted-user.ts';
import { mayChat } from '../../identity/gate.ts';
import type { OpenLoginSession } from '../../identity/login-session-store.ts';

/** The part of a tenant that its administrators see. */
export function presentSubscription(client: Client): Subscription {
  return {
    ok: true,
    status: client.subscriptionStatus,
    chat_allowed: mayChat(client.subscriptionStatus),
    daily_limit: client.dailyLimit,
    user_limits: { ...client.userLimits },
    deep_dive_enabled: client.deepDiveEnabled,
  };
}

export function presentEmbedding(
  client: Client,
  tenantUrl: string,
  launcher: PinnedLauncher | null,
  accent: string | null,
): Embedding {
  return {
    ok: true,
    origins: [...client.origins],
    snippet: embeddingSnippet(tenantUrl, accent),
    pinned_snippet: launcher === null ? null : embeddingSnippet(tenantUrl, accent, launcher),
    frame_url: `${tenantUrl}/embed`,
    needed_policy: { ...neededPolicy(tenantUrl) },
  };
}

export function presentLoginSession(
  session: OpenLoginSession,
  currentSessionId: string | null,
): LoginSessionResource {
  return {
    id: session.id,
    user_id: hostedUserIdentity(session.userId),
    email: session.email,
    ...deviceOf(session.userAgent),
    address: session.address,
    created_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    current: session.id === currentSessionId,
  };
}
