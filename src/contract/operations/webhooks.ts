import { Type } from 'typebox';
import { strict } from '../chat.ts';
import { rolesOf } from '../console/roles.ts';
import { noBody, noQuery, page } from '../request-parts.ts';
import { oneOf } from '../resources.ts';
import {
  deliveryStates,
  WebhookAnswer,
  WebhookChange,
  WebhookCreation,
  WebhookDeleted,
  WebhookDeliveryAnswer,
  WebhookDeliveryList,
  WebhookList,
  WebhookReplay,
  WebhookReplayed,
  WebhookRotation,
  WebhookSecretAnswer,
  WebhookTested,
} from '../webhooks.ts';
import type { ClientOperation } from './client-operation.ts';

const channels = { api: 'webhooks', account: true, admin: 'admin:clients' } as const;
const reads = {
  channels: { ...channels, console: rolesOf.people },
  fresh: false,
  audit: null,
  method: 'GET',
  query: noQuery,
  body: null,
} as const;
const changes = {
  channels: { ...channels, console: rolesOf.operators },
  fresh: false,
  query: noQuery,
  body: null,
} as const;
const action = { ...changes, method: 'POST', body: noBody, bodyOptional: true } as const;
const one = '/webhooks/:webhook';
const deliveries = `${one}/deliveries` as const;

/** Endpoints, and what was delivered to them. */
export const webhookOperations = {
  listWebhooks: {
    ...reads,
    operatorName: 'listClientWebhooks',
    summary: 'Endpoints, oldest first',
    description: 'Without their secrets, which are shown only when they are created.',
    path: '/webhooks',
    answers: { 200: WebhookList },
    errors: [],
  },
  createWebhook: {
    ...changes,
    operatorName: 'createClientWebhook',
    fresh: true,
    audit: 'webhook.create',
    summary: 'Add an endpoint; its secret is shown once',
    description:
      'Events of these types are delivered to it from now on, signed as the Standard Webhooks specification says. The address must be https and public. A client can have at most ten endpoints.',
    method: 'POST',
    path: '/webhooks',
    body: WebhookCreation,
    answers: { 201: WebhookSecretAnswer },
    headers: ['Location'],
    errors: ['webhook_url_not_allowed', 'too_many_webhooks'],
  },
  getWebhook: {
    ...reads,
    operatorName: 'getClientWebhook',
    summary: 'One endpoint',
    description: 'Without its secret, which is shown only when it is created.',
    path: one,
    answers: { 200: WebhookAnswer },
    errors: ['webhook_not_found'],
  },
  updateWebhook: {
    ...changes,
    operatorName: 'updateClientWebhook',
    audit: 'webhook.update',
    summary: 'Change an endpoint',
    description:
      'New types apply to events from now on. A new address applies at once, to waiting deliveries too, and clears the failures of the previous one.',
    method: 'PATCH',
    path: one,
    body: WebhookChange,
    answers: { 200: WebhookAnswer },
    errors: ['webhook_not_found', 'webhook_url_not_allowed'],
  },
  deleteWebhook: {
    ...changes,
    operatorName: 'deleteClientWebhook',
    audit: 'webhook.delete',
    summary: 'Remove an endpoint with its deliveries',
    description: 'Nothing more is sent to it, and its deliveries are deleted. The events stay in the log.',
    method: 'DELETE',
    path: one,
    answers: { 200: WebhookDeleted },
    errors: ['webhook_not_found'],
  },
  rotateWebhookSecret: {
    ...action,
    operatorName: 'rotateClientWebhookSecret',
    fresh: true,
    audit: 'webhook.rotate_secret',
    summary: 'Replace the secret; it is shown once',
    description: 'During the overlap, deliveries are signed with both secrets.',
    path: `${one}/rotate-secret`,
    body: WebhookRotation,
    answers: { 200: WebhookSecretAnswer },
    errors: ['webhook_not_found'],
  },
  testWebhook: {
    ...action,
    operatorName: 'testClientWebhook',
    audit: 'webhook.test',
    summary: 'Send a test event to this endpoint alone',
    description: 'Its outcome is at `GET /webhooks/{webhook}/deliveries/{event}`.',
    path: `${one}/test`,
    answers: { 202: WebhookTested },
    errors: ['webhook_not_found'],
  },
  enableWebhook: {
    ...action,
    operatorName: 'enableClientWebhook',
    audit: 'webhook.enable',
    summary: 'Resume deliveries',
    description: 'Earlier failures no longer count. What was missed meanwhile can be replayed.',
    path: `${one}/enable`,
    answers: { 200: WebhookAnswer },
    errors: ['webhook_not_found'],
  },
  replayWebhook: {
    ...changes,
    operatorName: 'replayClientWebhook',
    audit: 'webhook.replay',
    summary: 'Replay events from the log',
    description:
      'Sends the events of the types that this endpoint receives, or those of `types`; with `only_failed`, only those that it has not accepted. A replayed event keeps its `webhook-id`.',
    method: 'POST',
    path: `${one}/replay`,
    body: WebhookReplay,
    answers: { 202: WebhookReplayed },
    errors: ['webhook_not_found'],
  },
  listWebhookDeliveries: {
    ...reads,
    operatorName: 'listClientWebhookDeliveries',
    summary: 'The deliveries to an endpoint, newest first',
    description: 'Each event that the endpoint was or will be sent, with its state.',
    path: deliveries,
    query: Type.Object({ ...page, state: Type.Optional(oneOf(deliveryStates)) }, strict),
    answers: { 200: WebhookDeliveryList },
    errors: ['webhook_not_found'],
  },
  getWebhookDelivery: {
    ...reads,
    operatorName: 'getClientWebhookDelivery',
    summary: 'One delivery with its attempts',
    description: 'With the status, the time and the beginning of the answer for each attempt.',
    path: `${deliveries}/:event`,
    answers: { 200: WebhookDeliveryAnswer },
    errors: ['webhook_not_found', 'delivery_not_found'],
  },
  retryWebhookDelivery: {
    ...action,
    operatorName: 'retryClientWebhookDelivery',
    audit: 'webhook.retry',
    summary: 'Retry a delivery at once',
    description: 'Whatever its state is. Later attempts follow as for a new delivery.',
    path: `${deliveries}/:event/retry`,
    answers: { 202: WebhookDeliveryAnswer },
    errors: ['webhook_not_found', 'delivery_not_found'],
  },
} as const satisfies Record<string, ClientOperation>;
