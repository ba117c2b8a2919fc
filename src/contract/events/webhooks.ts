import { type Static, Type } from 'typebox';
import { strict } from '../chat.ts';
import { limits } from '../limits.ts';
import { Nullable, oneOf, page, Timestamp } from '../resources.ts';
import { WebhookDisabledReason } from './event-log.ts';

const ok = { ok: Type.Literal(true) };
const list = { ...ok, object: Type.Literal('list'), ...page };
const types = Nullable(Type.Array(Type.String(), { minItems: 1, maxItems: 100 }), 'null: every type.');
const url = Type.String({ maxLength: 2_048, description: 'https, with a public address.' });
const description = Type.String({ maxLength: 200, pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*$' });

/** An endpoint: an address that events are delivered to. */
export const Webhook = Type.Object({
  id: Type.String({ format: 'uuid' }),
  url: Type.String(),
  types: Nullable(Type.Array(Type.String()), 'The types that it is sent; null: every type.'),
  description: Type.String(),
  enabled: Type.Boolean(),
  failing_since: Nullable(Timestamp, 'The first failure after the last success.'),
  disabled_reason: Nullable(
    WebhookDisabledReason,
    'Why the service disabled it: `gone`, it answered 410; `failing`, for five days.',
  ),
  disabled_at: Nullable(Timestamp),
  previous_secret_until: Nullable(
    Timestamp,
    'Until then, deliveries are also signed with the previous secret.',
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Webhook = Static<typeof Webhook>;

export const WebhookAnswer = Type.Object({ ...ok, ...Webhook.properties });
export type WebhookAnswer = Static<typeof WebhookAnswer>;

export const WebhookSecretAnswer = Type.Object({
  ...WebhookAnswer.properties,
  secret: Type.String({ description: '`whsec_…`, shown once.' }),
});
export type WebhookSecretAnswer = Static<typeof WebhookSecretAnswer>;

export const WebhookList = Type.Object({ ...list, data: Type.Array(Webhook) });
export type WebhookList = Static<typeof WebhookList>;

export const WebhookDeleted = Type.Object({ ...ok, id: Type.String(), deleted: Type.Literal(true) });

const settings = {
  types: Type.Optional(types),
  description: Type.Optional(description),
  enabled: Type.Optional(Type.Boolean()),
};
export const WebhookCreation = Type.Object({ url, ...settings }, strict);
export type WebhookCreation = Static<typeof WebhookCreation>;

export const WebhookChange = Type.Object({ url: Type.Optional(url), ...settings }, strict);
export type WebhookChange = Static<typeof WebhookChange>;

const { default: usual, max } = limits.webhookOverlapSeconds;
export const WebhookRotation = Type.Object(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: max,
        default: usual,
        description: 'How long both secrets sign.',
      }),
    ),
  },
  strict,
);

export const WebhookReplay = Type.Object(
  {
    since: Type.String({ format: 'date-time', description: 'Events from this moment on.' }),
    until: Type.Optional(
      Type.String({ format: 'date-time', description: 'Events before this moment; by default now.' }),
    ),
    types: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 100 })),
    only_failed: Type.Optional(
      Type.Boolean({ default: false, description: 'Only what the endpoint has not accepted.' }),
    ),
    cursor: Type.Optional(
      Type.String({
        description: 'The `next_cursor` of the previous request, with all other members unchanged.',
      }),
    ),
  },
  strict,
);
export type WebhookReplay = Static<typeof WebhookReplay>;

export const WebhookReplayed = Type.Object({
  ...ok,
  deliveries: Type.Integer({ description: 'How many events will be sent again.' }),
  has_more: Type.Boolean({ description: 'There are more events than one request replays.' }),
  next_cursor: Nullable(Type.String(), 'Send it back as `cursor` to continue; null: there are no more.'),
});
export type WebhookReplayed = Static<typeof WebhookReplayed>;

export const WebhookTested = Type.Object({ ...ok, event_id: Type.String() });
export type WebhookTested = Static<typeof WebhookTested>;

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const WebhookTry = Type.Object({
  at: Timestamp,
  duration_ms: Type.Integer(),
  status: Nullable(Type.Integer(), 'Null: there was no answer.'),
  error: Nullable(Type.String(), 'Why there was none.'),
  error_code: Type.Optional(
    Nullable(
      Type.String(),
      'The same as a code: `timeout`, `address_not_allowed`, `connection_failed`, or what the system calls it, such as `ECONNREFUSED`. Absent for attempts by an earlier version.',
    ),
  ),
  reply: Type.String({ description: 'The beginning of the answer, 1 kB at most.' }),
});
export type WebhookTry = Static<typeof WebhookTry>;

export const WebhookDelivery = Type.Object({
  event_id: Type.String(),
  type: Type.String(),
  state: oneOf(deliveryStates),
  attempts: Type.Integer(),
  next_attempt_at: Nullable(Timestamp),
  last_status: Nullable(Type.Integer()),
  last_error: Nullable(Type.String()),
  last_error_code: Nullable(Type.String(), 'The same as a code: the `error_code` of the last attempt.'),
  created_at: Timestamp,
  ended_at: Nullable(Timestamp),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookDeliveryAnswer = Type.Object({
  ...ok,
  ...WebhookDelivery.properties,
  tries: Type.Array(WebhookTry, { description: 'The latest 20, oldest first.' }),
});
export type WebhookDeliveryAnswer = Static<typeof WebhookDeliveryAnswer>;

export const WebhookDeliveryList = Type.Object({ ...list, data: Type.Array(WebhookDelivery) });
export type WebhookDeliveryList = Static<typeof WebhookDeliveryList>;
