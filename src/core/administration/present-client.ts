import type { AdminClient } from '#contract/admin.ts';
import type { Client } from '../clients/client.ts';

/** The client as operators see it, without its key and hash. */
export function presentClient(client: Client, tenantUrl: string): AdminClient {
  return {
    slug: client.slug,
    name: client.name,
    source_app: client.sourceApp,
    enabled: client.enabled,
    subscription_status: client.subscriptionStatus,
    daily_limit: client.dailyLimit,
    user_limits: { ...client.userLimits },
    deep_dive_enabled: client.deepDiveEnabled,
    default_agent: client.defaultAgent,
    bound_agents: [...client.boundAgents],
    model: client.model,
    providers: client.providers === null ? null : [...client.providers],
    scopes: [...client.scopes],
    origins: [...client.origins],
    burst_per_minute: client.burstPerMinute,
    concurrent_turns: client.concurrentTurns,
    concurrent_turns_per_user: client.concurrentTurnsPerUser,
    retention_days: client.retentionDays,
    knowledge_bytes: client.knowledgeBytes,
    show_cost: client.showCost,
    openai_system: client.openAi.system,
    openai_user_header: client.openAi.userHeader,
    openai_default_user: client.openAi.defaultUser,
    handoff_kid: client.handoffKid,
    key_prefix: client.keyPrefix,
    previous_key_until: client.previousKeyUntil?.toISOString() ?? null,
    conversations_private: client.conversationsPrivate,
    model_links: client.modelLinks,
    tenant_url: tenantUrl,
    created_at: client.createdAt.toISOString(),
    updated_at: client.updatedAt.toISOString(),
  };
}

/** The part of a client that the audit log compares and keeps. */
export function auditableClient(client: Client): Readonly<Record<string, unknown>> {
  const { tenant_url, created_at, updated_at, ...facts } = presentClient(client, '');
  // The operator's own setting may be a deliberate "no", which the effective value does not show.
  return { ...facts, agents: [...client.agents.keys()] };
}
