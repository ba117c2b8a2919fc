import type { ClientManager } from '../administration/manage-clients.ts';
import type { DeliveryManager } from '../administration/manage-deliveries.ts';
import type { WebhookManager } from '../administration/manage-webhooks.ts';
import type { Client } from '../clients/client.ts';
import type { EventLogStore } from '../events/event-log-store.ts';
import { findEvent, lookAtEvents } from '../events/read-events.ts';
import { presentPage } from '../shared/list-page.ts';
import { presentDelivery, presentDeliveryWithTries } from '../webhooks/present-delivery.ts';
import { presentWebhook } from '../webhooks/webhook.ts';
import { type OperationCall, operation, parameter } from './operation.ts';

interface Services {
  readonly clients: ClientManager;
  readonly webhooks: WebhookManager;
  readonly deliveries: DeliveryManager;
  readonly eventLog: EventLogStore;
}

type Call = Pick<OperationCall, 'params'>;

const ok = { ok: true } as const;
const deleted = { ok: true, deleted: true } as const;

const slugIn = ({ params }: Call) => parameter(params, 'slug');
const idIn = ({ params }: Call) => parameter(params, 'webhook');
const eventIn = ({ params }: Call) => parameter(params, 'event');

function clientOf({ clients }: Services, call: Call): Promise<Client> {
  return clients.find(slugIn(call));
}

/** The events and endpoints of a client, as operators use them. */
export const webhookOperations = {
  listClientEvents: operation('listClientEvents', async (services: Services, call) => ({
    body: await lookAtEvents(services.eventLog, await clientOf(services, call), call.query),
  })),
  getClientEvent: operation('getClientEvent', async (services: Services, call) => ({
    body: await findEvent(services.eventLog, await clientOf(services, call), eventIn(call)),
  })),
  listClientWebhooks: operation('listClientWebhooks', async (services: Services, call) => {
    const all = await services.webhooks.list(await clientOf(services, call));
    return { body: presentPage({ rows: all, nextCursor: null }, presentWebhook) };
  }),
  createClientWebhook: operation('createClientWebhook', async ({ webhooks }: Services, call) => {
    const slug = slugIn(call);
    const { webhook, secret } = await webhooks.create(call.by.actor, slug, call.body);
    const location = `/clients/${slug}/webhooks/${webhook.id}`;
    return { body: { ...ok, ...presentWebhook(webhook), secret }, location };
  }),
  getClientWebhook: operation('getClientWebhook', async (services: Services, call) => {
    const webhook = await services.webhooks.find(await clientOf(services, call), idIn(call));
    return { body: { ...ok, ...presentWebhook(webhook) } };
  }),
  updateClientWebhook: operation('updateClientWebhook', async ({ webhooks }: Services, call) => {
    const webhook = await webhooks.update(call.by.actor, slugIn(call), idIn(call), call.body);
    return { body: { ...ok, ...presentWebhook(webhook) } };
  }),
  deleteClientWebhook: operation('deleteClientWebhook', async ({ webhooks }: Services, call) => {
    await webhooks.delete(call.by.actor, slugIn(call), idIn(call));
    return { body: { ...deleted, id: idIn(call).toLowerCase() } };
  }),
  rotateClientWebhookSecret: operation('rotateClientWebhookSecret', async ({ webhooks }: Services, call) => {
    const overlap = call.body?.overlap_seconds;
    const rotated = await webhooks.rotateSecret(call.by.actor, slugIn(call), idIn(call), overlap);
    return { body: { ...ok, ...presentWebhook(rotated.webhook), secret: rotated.secret } };
  }),
  testClientWebhook: operation('testClientWebhook', async ({ deliveries }: Services, call) => ({
    body: { ...ok, event_id: await deliveries.test(call.by.actor, slugIn(call), idIn(call)) },
  })),
  enableClientWebhook: operation('enableClientWebhook', async ({ webhooks }: Services, call) => {
    const webhook = await webhooks.enable(call.by.actor, slugIn(call), idIn(call));
    return { body: { ...ok, ...presentWebhook(webhook) } };
  }),
  replayClientWebhook: operation('replayClientWebhook', async ({ deliveries }: Services, call) => {
    const replayed = await deliveries.replay(call.by.actor, slugIn(call), idIn(call), call.body);
    return { body: replayed };
  }),
  listClientWebhookDeliveries: operation('listClientWebhookDeliveries', async (services: Services, call) => {
    const client = await clientOf(services, call);
    const { state = null, ...query } = call.query;
    const page = await services.deliveries.list(client, idIn(call), state, query);
    return { body: presentPage(page, presentDelivery) };
  }),
  getClientWebhookDelivery: operation('getClientWebhookDelivery', async (services: Services, call) => {
    const client = await clientOf(services, call);
    const delivery = await services.deliveries.find(client, idIn(call), eventIn(call));
    return { body: presentDeliveryWithTries(delivery) };
  }),
  retryClientWebhookDelivery: operation(
    'retryClientWebhookDelivery',
    async ({ deliveries }: Services, call) => {
      const delivery = await deliveries.retry(call.by.actor, slugIn(call), idIn(call), eventIn(call));
      return { body: presentDeliveryWithTries(delivery) };
    },
  ),
};
