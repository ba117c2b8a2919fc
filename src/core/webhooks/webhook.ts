import type { webhookDisabledReasons } from '#contract/events/event-log.ts';
import type {
  DeliveryState,
  Webhook as Shown,
  WebhookDelivery,
  WebhookDeliveryAnswer,
  WebhookTry,
} from '#contract/events/webhooks.ts';
import { eventName } from '../events/event.ts';
import type { PreviousSecret, SecretName } from '../shared/secret-name.ts';

export type DisabledReason = (typeof webhookDisabledReasons)[number];

/** An endpoint of a client. */
export interface Webhook {
  readonly clientId: number;
  readonly id: string;
  readonly url: string;
  /** Null: every type. */
  readonly types: readonly string[] | null;
  readonly description: string;
  readonly enabled: boolean;
  readonly secret: SecretName;
  /** Each signs as well, until then. */
  readonly previousSecrets: readonly PreviousSecret[];
  readonly failingSince: Date | null;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type WebhookSettings = Pick<Webhook, 'url' | 'types' | 'description' | 'enabled'>;

export interface Delivery {
  readonly eventId: string;
  readonly type: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly dueAt: Date | null;
  /** Oldest first. */
  readonly tries: readonly WebhookTry[];
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export function presentWebhook(webhook: Webhook): Shown {
  const ends = webhook.previousSecrets.map(({ until }) => until.getTime());
  return {
    id: webhook.id,
    url: webhook.url,
    types: webhook.types === null ? null : [...webhook.types],
    description: webhook.description,
    enabled: webhook.enabled,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    disabled_reason: webhook.disabledReason,
    disabled_at: webhook.disabledAt?.toISOString() ?? null,
    previous_secret_until: ends.length > 0 ? new Date(Math.max(...ends)).toISOString() : null,
    created_at: webhook.createdAt.toISOString(),
    updated_at: webhook.updatedAt.toISOString(),
  };
}

export function presentDelivery(delivery: Delivery): WebhookDelivery {
  const last = delivery.tries.at(-1);
  return {
    event_id: eventName(delivery.eventId),
    type: delivery.type,
    state: delivery.state,
    attempts: delivery.attempts,
    next_attempt_at: delivery.dueAt?.toISOString() ?? null,
    last_status: last?.status ?? null,
    last_error: last?.error ?? null,
    last_error_code: last?.error_code ?? null,
    created_at: delivery.createdAt.toISOString(),
    ended_at: delivery.endedAt?.toISOString() ?? null,
  };
}

export function presentDeliveryWithTries(delivery: Delivery): WebhookDeliveryAnswer {
  return { ok: true, ...presentDelivery(delivery), tries: [...delivery.tries] };
}
