import type { webhookEndpoints } from '#contract/operations/webhooks.ts';
import type { DeliveryManager } from '#core/administration/manage-deliveries.ts';
import type { WebhookManager } from '#core/administration/manage-webhooks.ts';
import type { Actor } from '#core/audit/actor.ts';
import type { Client } from '#core/clients/client.ts';
import { presentPage } from '#core/shared/list-page.ts';
import { presentDelivery, presentDeliveryWithTries } from '#core/webhooks/present-delivery.ts';
import { presentWebhook } from '#core/webhooks/webhook.ts';
import type { Call, Handler } from '../routing/call.ts';

export interface WebhookServices {
  readonly webhooks: WebhookManager;
  readonly deliveries: DeliveryManager;
}

/** The client whose endpoints a request is about, and the author of the request. */
export interface WebhookSubject {
  readonly client: Pick<Client, 'id' | 'slug'>;
  readonly actor: Actor;
  /** The path of the client's endpoints. */
  readonly path: string;
}

type Handlers = {
  readonly [Name in keyof typeof webhookEndpoints]: Handler<(typeof webhookEndpoints)[Name]>;
};

/** The operations on endpoints. `subjectOf` tells the ways apart on which they are reached. */
export function webhookHandlers(
  { webhooks, deliveries }: WebhookServices,
  subjectOf: (call: Pick<Call, 'caller' | 'params'>) => Promise<WebhookSubject>,
): Handlers {
  return {
    listWebhooks: async (call) => {
      const { client } = await subjectOf(call);
      const data = (await webhooks.list(client)).map(presentWebhook);
      return { body: { ok: true, object: 'list', data, has_more: false, next_cursor: null } };
    },
    createWebhook: async (call) => {
      const { actor, client, path } = await subjectOf(call);
      const { webhook, secret } = await webhooks.create(actor, client.slug, call.body);
      const location = `${path}/${webhook.id}`;
      return { status: 201, headers: { location }, body: { ok: true, ...presentWebhook(webhook), secret } };
    },
    getWebhook: async (call) => {
      const { client } = await subjectOf(call);
      return { body: { ok: true, ...presentWebhook(await webhooks.find(client, idIn(call))) } };
    },
    updateWebhook: async (call) => {
      const { actor, client } = await subjectOf(call);
      const webhook = await webhooks.update(actor, client.slug, idIn(call), call.body);
      return { body: { ok: true, ...presentWebhook(webhook) } };
    },
    deleteWebhook: async (call) => {
      const { actor, client } = await subjectOf(call);
      await webhooks.delete(actor, client.slug, idIn(call));
      return { body: { ok: true, id: idIn(call).toLowerCase(), deleted: true } };
    },
    rotateSecret: async (call) => {
      const { actor, client } = await subjectOf(call);
      const overlap = call.body?.overlap_seconds;
      const { webhook, secret } = await webhooks.rotateSecret(actor, client.slug, idIn(call), overlap);
      return { body: { ok: true, ...presentWebhook(webhook), secret } };
    },
    testWebhook: async (call) => {
      const { actor, client } = await subjectOf(call);
      const event = await deliveries.test(actor, client.slug, idIn(call));
      return { status: 202, body: { ok: true, event_id: event } };
    },
    enableWebhook: async (call) => {
      const { actor, client } = await subjectOf(call);
      const webhook = await webhooks.enable(actor, client.slug, idIn(call));
      return { body: { ok: true, ...presentWebhook(webhook) } };
    },
    replayWebhook: async (call) => {
      const { actor, client } = await subjectOf(call);
      return { status: 202, body: await deliveries.replay(actor, client.slug, idIn(call), call.body) };
    },
    listDeliveries: async (call) => {
      const { client } = await subjectOf(call);
      const { state = null, ...query } = call.query;
      return { body: presentPage(await deliveries.list(client, idIn(call), state, query), presentDelivery) };
    },
    getDelivery: async (call) => {
      const { client } = await subjectOf(call);
      const delivery = await deliveries.find(client, idIn(call), eventIn(call));
      return { body: presentDeliveryWithTries(delivery) };
    },
    retryDelivery: async (call) => {
      const { actor, client } = await subjectOf(call);
      const delivery = await deliveries.retry(actor, client.slug, idIn(call), eventIn(call));
      return { status: 202, body: presentDeliveryWithTries(delivery) };
    },
  };
}

function idIn({ params }: Pick<Call, 'params'>): string {
  return params['webhook'] ?? '';
}

function eventIn({ params }: Pick<Call, 'params'>): string {
  return params['event'] ?? '';
}
