import type { DeliveryState, WebhookTry } from '#contract/webhooks.ts';
import type { Delivery, DisabledReason, Webhook } from '#core/webhooks/webhook.ts';

export interface SecretColumns {
  readonly generation: number;
  readonly secret_key: string;
  readonly previous_generation: number | null;
  readonly previous_key: string | null;
  readonly previous_until: Date | null;
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
  case when previous_until > now() then previous_generation end as previous_generation, previous_key, previous_until,
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

export function secretsOf(row: SecretColumns): Pick<Webhook, 'secret' | 'previousSecret'> {
  const { generation, secret_key, previous_generation, previous_key, previous_until } = row;
  const hasPrevious = previous_generation !== null && previous_key !== null && previous_until !== null;
  return {
    secret: { generation, key: secret_key },
    previousSecret: hasPrevious
      ? { generation: previous_generation, key: previous_key, until: previous_until }
      : null,
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
