import type { WebhookDelivery, WebhookDeliveryAnswer } from '#contract/webhooks.ts';
import { eventName } from '../events/event.ts';
import type { Delivery } from './webhook.ts';

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
