import type { DeliveryState, WebhookTry } from '#contract/webhooks.ts';
import type { Delivery, DisabledReason, Webhook } from '#core/webhooks/webhook.ts';

export interface SecretColumns {
  readonly generation: number;
  readonly secret_key: string;
  readonly previous_secrets: readonly { generation: number; key: string; until: string }[];
}

export interface WebhookRow extends SecretColumns {
  readonly client_id: number;
  readonly id: string;
  readonly url: string;
  readonly types: string[] | null;
  readonly description: string;
  readonly enabled: boolean;
  readonly failing_since: Date | null;
  readonly disabled_reason: DisabledReason | null;
  readonly disabled_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const webhookColumns = `client_id, id, url, types, description, enabled, generation, secret_key,
  (select coalesce(jsonb_agg(p), '[]') from jsonb_array_elements(previous_secrets) p
   where (p ->> 'until')::timestamptz > now()) as previous_secrets,
  failing_since, disabled_reason, disabled_at, created_at, updated_at`;

export function webhookOf(row: WebhookRow): Webhook {
  return {
    clientId: row.client_id,
    id: row.id,
    url: row.url,
    types: row.types,
    description: row.description,
    enabled: row.enabled,
    ...secretsOf(row),
    failingSince: row.failing_since,
    disabledReason: row.disabled_reason,
    disabledAt: row.disabled_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function secretsOf(row: SecretColumns): Pick<Webhook, 'secret' | 'previousSecrets'> {
  const { generation, secret_key: key, previous_secrets: previous } = row;
  return {
    secret: { generation, key },
    previousSecrets: previous.map((one) => ({ ...one, until: new Date(one.until) })),
  };
}

export interface DeliveryRow {
  readonly event_id: string;
  readonly type: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly due_at: Date | null;
  readonly tries: WebhookTry[];
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

export function deliveryOf(row: DeliveryRow): Delivery {
  return {
    eventId: row.event_id,
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    dueAt: row.due_at,
    tries: row.tries,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
