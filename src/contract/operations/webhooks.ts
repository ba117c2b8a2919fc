import { Type } from 'typebox';
import { strict } from '../chat.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
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

const row = { hosted: false, scope: 'webhooks', freshness: 'current', query: noQuery, body: null } as const;
const action = { ...row, method: 'POST', body: noBody, bodyOptional: true } as const;
const one = '/webhooks/:webhook';
const deliveries = `${one}/deliveries` as const;

/** Endpoints, and what was delivered to them. */
export const webhookEndpoints = {
  listWebhooks: {
    ...row,
    operation: 'listWebhooks',
    summary: 'Endpoints, oldest first',
    method: 'GET',
    path: '/webhooks',
    answers: { 200: WebhookList },
    errors: [],
  },
  createWebhook: {
    ...row,
    operation: 'createWebhook',
    summary: 'Add an endpoint; its secret is shown once',
    description:
      'Events of these types are delivered to it from now on, signed as the Standard Webhooks specification says. The address must be https and public. A client has ten endpoints at most.',
    method: 'POST',
    path: '/webhooks',
    body: WebhookCreation,
    answers: { 201: WebhookSecretAnswer },
    headers: ['Location'],
    errors: ['webhook_url_not_allowed', 'too_many_webhooks'],
  },
  getWebhook: {
    ...row,
    operation: 'getWebhook',
    summary: 'One endpoint',
    method: 'GET',
    path: one,
    answers: { 200: WebhookAnswer },
    errors: ['webhook_not_found'],
  },
  updateWebhook: {
    ...row,
    operation: 'updateWebhook',
    summary: 'Change an endpoint',
    description:
      'Types count for events from now on. Another address counts at once, for deliveries that wait, too, and forgets the failures of the one before.',
    method: 'PATCH',
    path: one,
    body: WebhookChange,
    answers: { 200: WebhookAnswer },
    errors: ['webhook_not_found', 'webhook_url_not_allowed'],
  },
  deleteWebhook: {
    ...row,
    operation: 'deleteWebhook',
    summary: 'Remove an endpoint with its deliveries',
    method: 'DELETE',
    path: one,
    answers: { 200: WebhookDeleted },
    errors: ['webhook_not_found'],
  },
  rotateSecret: {
    ...action,
    operation: 'rotateWebhookSecret',
    summary: 'Replace the secret; it is shown once',
    description: 'Until the overlap is over, deliveries are signed by both secrets.',
    path: `${one}/rotate-secret`,
    body: WebhookRotation,
    answers: { 200: WebhookSecretAnswer },
    errors: ['webhook_not_found'],
  },
  testWebhook: {
    ...action,
    operation: 'testWebhook',
    summary: 'Send a test event to this endpoint alone',
    description: 'Its outcome is at `GET /webhooks/{webhook}/deliveries/{event}`.',
    path: `${one}/test`,
    answers: { 202: WebhookTested },
    errors: ['webhook_not_found'],
  },
  enableWebhook: {
    ...action,
    operation: 'enableWebhook',
    summary: 'Go on delivering',
    description: 'Earlier failures no longer count. What was missed meanwhile can be replayed.',
    path: `${one}/enable`,
    answers: { 200: WebhookAnswer },
    errors: ['webhook_not_found'],
  },
  replayWebhook: {
    ...row,
    operation: 'replayWebhook',
    summary: 'Send events of the log again',
    description:
      'Events that this endpoint would be sent, or those of `types`; with `only_failed`, only what it has not accepted. A replayed event has the `webhook-id` that it had.',
    method: 'POST',
    path: `${one}/replay`,
    body: WebhookReplay,
    answers: { 202: WebhookReplayed },
    errors: ['webhook_not_found'],
  },
  listDeliveries: {
    ...row,
    operation: 'listWebhookDeliveries',
    summary: 'What was sent to an endpoint, newest first',
    method: 'GET',
    path: deliveries,
    query: Type.Object({ ...page, state: Type.Optional(oneOf(deliveryStates)) }, strict),
    answers: { 200: WebhookDeliveryList },
    errors: ['webhook_not_found'],
  },
  getDelivery: {
    ...row,
    operation: 'getWebhookDelivery',
    summary: 'One delivery with its tries',
    method: 'GET',
    path: `${deliveries}/:event`,
    answers: { 200: WebhookDeliveryAnswer },
    errors: ['webhook_not_found', 'delivery_not_found'],
  },
  retryDelivery: {
    ...action,
    operation: 'retryWebhookDelivery',
    summary: 'Try a delivery again at once',
    path: `${deliveries}/:event/retry`,
    answers: { 202: WebhookDeliveryAnswer },
    errors: ['webhook_not_found', 'delivery_not_found'],
  },
} as const satisfies Record<string, Endpoint>;
