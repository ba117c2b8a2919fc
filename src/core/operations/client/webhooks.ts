import { webhookOperations as rows } from '#contract/operations/webhooks.ts';
import type { DeliveryManager } from '../../administration/manage-deliveries.ts';
import type { WebhookManager } from '../../administration/manage-webhooks.ts';
import { presentPage } from '../../shared/list-page.ts';
import { presentDelivery, presentDeliveryWithTries, presentWebhook } from '../../webhooks/webhook.ts';
import { parameter } from '../operation.ts';
import { type ClientCall, forOperators, listed, type PerformsAll } from './client-operation.ts';

export interface WebhookServices {
  readonly webhooks: WebhookManager;
  readonly deliveries: DeliveryManager;
}

type Call = Pick<ClientCall, 'params'>;

const ok = { ok: true } as const;

const idIn = ({ params }: Call) => parameter(params, 'webhook');
const eventIn = ({ params }: Call) => parameter(params, 'event');

/** What the operations on endpoints do. */
const performs: PerformsAll<typeof rows, WebhookServices> = {
  listWebhooks: async ({ webhooks }, { client }) => ({
    body: presentPage({ rows: await webhooks.list(client), nextCursor: null }, presentWebhook),
  }),
  createWebhook: async ({ webhooks }, { by, client, body }) => {
    const { webhook, secret } = await webhooks.create(by.actor, client.slug, body);
    return { body: { ...ok, ...presentWebhook(webhook), secret }, location: `/webhooks/${webhook.id}` };
  },
  getWebhook: async ({ webhooks }, call) => ({
    body: { ...ok, ...presentWebhook(await webhooks.find(call.client, idIn(call))) },
  }),
  updateWebhook: async ({ webhooks }, call) => {
    const webhook = await webhooks.update(call.by.actor, call.client.slug, idIn(call), call.body);
    return { body: { ...ok, ...presentWebhook(webhook) } };
  },
  deleteWebhook: async ({ webhooks }, call) => {
    await webhooks.delete(call.by.actor, call.client.slug, idIn(call));
    return { body: { ...ok, id: idIn(call).toLowerCase(), deleted: true } };
  },
  rotateWebhookSecret: async ({ webhooks }, call) => {
    const overlap = call.body?.overlap_seconds;
    const rotated = await webhooks.rotateSecret(call.by.actor, call.client.slug, idIn(call), overlap);
    return { body: { ...ok, ...presentWebhook(rotated.webhook), secret: rotated.secret } };
  },
  testWebhook: async ({ deliveries }, call) => ({
    body: { ...ok, event_id: await deliveries.test(call.by.actor, call.client.slug, idIn(call)) },
  }),
  enableWebhook: async ({ webhooks }, call) => {
    const webhook = await webhooks.enable(call.by.actor, call.client.slug, idIn(call));
    return { body: { ...ok, ...presentWebhook(webhook) } };
  },
  replayWebhook: async ({ deliveries }, call) => ({
    body: await deliveries.replay(call.by.actor, call.client.slug, idIn(call), call.body),
  }),
  listWebhookDeliveries: async ({ deliveries }, call) => {
    const { state = null, ...query } = call.query;
    return {
      body: presentPage(await deliveries.list(call.client, idIn(call), state, query), presentDelivery),
    };
  },
  getWebhookDelivery: async ({ deliveries }, call) => ({
    body: presentDeliveryWithTries(await deliveries.find(call.client, idIn(call), eventIn(call))),
  }),
  retryWebhookDelivery: async ({ deliveries }, call) => {
    const { by, client } = call;
    const delivery = await deliveries.retry(by.actor, client.slug, idIn(call), eventIn(call));
    return { body: presentDeliveryWithTries(delivery) };
  },
};

export const webhookOperations = listed(rows, performs);
export const operatorWebhookOperations = forOperators(rows, performs);
