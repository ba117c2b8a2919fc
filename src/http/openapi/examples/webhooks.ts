import type { Webhook, WebhookDelivery, WebhookTry } from '#contract/events/webhooks.ts';
import { type ClientOperation, operatorNameOf } from '#contract/operations/client-operation.ts';
import { webhookOperations } from '#contract/operations/webhooks.ts';
import type { OperationExample } from '../types.ts';
import { eventLogExamples } from './event-log.ts';
import { cursors, ids, times } from './values.ts';

const event = `evt_${ids.event}`;
const path = { webhook: ids.webhook };
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD4TkmnYHLHjA=';

const webhook: Webhook = {
  id: ids.webhook,
  url: 'https://hooks.example.com/parley',
  types: ['job.completed', 'job.failed'],
  description: 'Tells the shop that an answer is there',
  enabled: true,
  failing_since: null,
  disabled_reason: null,
  disabled_at: null,
  previous_secret_until: null,
  created_at: times.created,
  updated_at: times.created,
};
const { url, types, description } = webhook;

const attempt: WebhookTry = {
  at: times.finished,
  duration_ms: 84,
  status: 204,
  error: null,
  error_code: null,
  reply: '',
};
const delivery: WebhookDelivery = {
  event_id: event,
  type: 'job.completed',
  state: 'delivered',
  attempts: 1,
  next_attempt_at: null,
  last_status: 204,
  last_error: null,
  last_error_code: null,
  created_at: times.finished,
  ended_at: times.finished,
};
const retried = { ...delivery, state: 'pending', next_attempt_at: times.finished, ended_at: null } as const;

const ok = { ok: true } as const;
const list = { ...ok, object: 'list', has_more: false, next_cursor: null } as const;

/** Examples of the operations on endpoints. */
export const webhookExamples = {
  listWebhooks: { answers: { 200: { ...list, data: [webhook] } } },
  createWebhook: { body: { url, types, description }, answers: { 201: { ...ok, ...webhook, secret } } },
  getWebhook: { parameters: path, answers: { 200: { ...ok, ...webhook } } },
  updateWebhook: {
    parameters: path,
    body: { description: 'Tells the shop' },
    answers: { 200: { ...ok, ...webhook, description: 'Tells the shop' } },
  },
  deleteWebhook: { parameters: path, answers: { 200: { ...ok, id: ids.webhook, deleted: true } } },
  rotateWebhookSecret: {
    parameters: path,
    body: { overlap_seconds: 86_400 },
    answers: { 200: { ...ok, ...webhook, previous_secret_until: times.reset, secret } },
  },
  testWebhook: { parameters: path, answers: { 202: { ...ok, event_id: event } } },
  enableWebhook: { parameters: path, answers: { 200: { ...ok, ...webhook } } },
  replayWebhook: {
    parameters: path,
    body: { since: times.created, only_failed: true },
    answers: { 202: { ...ok, deliveries: 12, has_more: false, next_cursor: null } },
  },
  listWebhookDeliveries: {
    parameters: { ...path, state: 'failed', limit: 20, cursor: cursors.list },
    answers: { 200: { ...list, data: [delivery] } },
  },
  getWebhookDelivery: {
    parameters: { ...path, event },
    answers: { 200: { ...ok, ...delivery, tries: [attempt] } },
  },
  retryWebhookDelivery: {
    parameters: { ...path, event },
    answers: { 202: { ...ok, ...retried, tries: [attempt] } },
  },
} as const satisfies Record<string, OperationExample>;

const slug = 'acme';
const ofClient = (example: OperationExample): OperationExample => ({
  ...example,
  parameters: { ...example.parameters, slug },
});
const { listEvents, getEvent } = eventLogExamples;
const { wait: _, ...looking } = listEvents.parameters;

const known: Readonly<Record<string, OperationExample>> = webhookExamples;

/** The same for operators, who name the client. */
export const adminWebhookExamples: Readonly<Record<string, OperationExample>> = {
  listClientEvents: ofClient({ ...listEvents, parameters: looking }),
  getClientEvent: ofClient(getEvent),
  ...Object.fromEntries(
    Object.entries<ClientOperation>(webhookOperations).flatMap(([name, row]) => {
      const example = known[name];
      return example === undefined ? [] : [[operatorNameOf(name, row), ofClient(example)]];
    }),
  ),
};
