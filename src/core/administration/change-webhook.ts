import { type Actor, actorName } from '../audit/actor.ts';
import type { AuditAction } from '../audit/audit.ts';
import { errors } from '../errors.ts';
import { isUuid } from '../shared/new-id.ts';
import { presentWebhook, type Webhook } from '../webhooks/webhook.ts';
import type { WebhookStore } from '../webhooks/webhook-store.ts';
import type { TenantChange } from './tenant-store.ts';

/** An endpoint of the client with this slug. Admissions of the client continue. */
export async function webhookIn(
  { clients, webhooks }: TenantChange,
  slug: string,
  id: string,
): Promise<Webhook> {
  const client = await clients.find(slug);
  if (client === null) throw errors.clientNotFound(slug);
  return findWebhook(webhooks, client.id, id);
}

/** Unknown, malformed and foreign ids are refused alike. */
export async function findWebhook(webhooks: WebhookStore, clientId: number, id: string): Promise<Webhook> {
  const webhook = isUuid(id) ? await webhooks.find(clientId, id.toLowerCase()) : null;
  if (webhook === null) throw errors.webhookNotFound();
  return webhook;
}

type Members = Readonly<Record<string, unknown>>;

export function auditWebhook(
  { audit }: Pick<TenantChange, 'audit'>,
  actor: Actor,
  action: AuditAction,
  { clientId, id }: Webhook,
  before: Members | null,
  after: Members | null,
): Promise<void> {
  return audit.append({ clientId, actor: actorName(actor), action, subject: id, before, after });
}

/**
 * The part of an endpoint that the audit log compares and keeps. Of its address only the origin, because the rest may
 * hold a secret; where nothing but the rest differs from `earlier`, `other_path` says that.
 */
export function auditableWebhook(webhook: Webhook, earlier: Webhook = webhook): Members {
  const { created_at, updated_at, failing_since, url, ...settings } = presentWebhook(webhook);
  const origin = originOf(url);
  const isElsewhere = url !== earlier.url && origin === originOf(earlier.url);
  return {
    ...settings,
    url: origin,
    ...(isElsewhere ? { other_path: true } : {}),
    secret_generation: webhook.secret.generation,
  };
}

function originOf(url: string): string {
  return new URL(url).origin;
}
