import type { DeliveryState, WebhookReplay, WebhookReplayed } from '#contract/events/webhooks.ts';
import type { Actor } from '../audit/actor.ts';
import type { Client } from '../clients/client.ts';
import { errors } from '../errors.ts';
import { eventIdIn, eventName } from '../events/event.ts';
import { checkEventTypes } from '../events/read-events.ts';
import { type ListPage, oneText, type PageQuery, readPage } from '../shared/list-page.ts';
import { isUuid } from '../shared/new-id.ts';
import type { Delivery } from '../webhooks/webhook.ts';
import type { WebhookStore } from '../webhooks/webhook-store.ts';
import { auditWebhook, findWebhook, webhookIn } from './change-webhook.ts';
import type { TenantStore } from './tenant-store.ts';

/** Reads the deliveries of endpoints, and sends events again. */
export class DeliveryManager {
  readonly #webhooks: WebhookStore;
  readonly #tenants: TenantStore;
  readonly #replayLimit: number;

  /** `replays`: the events that one request replays at most. */
  constructor(webhooks: WebhookStore, tenants: TenantStore, replays = 10_000) {
    this.#webhooks = webhooks;
    this.#tenants = tenants;
    this.#replayLimit = replays;
  }

  /** Sends an event to this endpoint alone, and returns the event's name. */
  test(actor: Actor, slug: string, id: string): Promise<string> {
    return this.#tenants.change(actor, async (tenants) => {
      const webhook = await webhookIn(tenants, slug, id);
      const event = eventName(await tenants.webhooks.test(webhook.clientId, webhook.id));
      await auditWebhook(tenants, actor, 'webhook.test', webhook, null, { event });
      return event;
    });
  }

  replay(
    actor: Actor,
    slug: string,
    id: string,
    { since, until, types, only_failed: onlyFailed = false, cursor }: WebhookReplay,
  ): Promise<WebhookReplayed> {
    const from = momentIn(since, '/since');
    const to = until === undefined ? null : momentIn(until, '/until');
    const end = to ?? new Date();
    if (from >= end) throw errors.invalidField('/since', 'must be before until', 'range');
    const afterId = cursor === undefined ? null : eventIdIn(cursor);
    if (cursor !== undefined && afterId === null) {
      throw errors.invalidField('/cursor', 'must be the next_cursor of an earlier answer', 'cursor');
    }
    const wanted = types === undefined ? null : checkEventTypes(types, '/types');
    return this.#tenants.change(actor, async (tenants) => {
      const webhook = await webhookIn(tenants, slug, id);
      const { deliveries, lastId } = await tenants.webhooks.replay({
        clientId: webhook.clientId,
        webhookId: webhook.id,
        since: from,
        until: to,
        types: wanted ?? webhook.types,
        onlyFailed,
        afterId,
        limit: this.#replayLimit,
      });
      const after = { since, until: end.toISOString(), deliveries };
      await auditWebhook(tenants, actor, 'webhook.replay', webhook, null, after);
      const isMore = deliveries === this.#replayLimit && lastId !== null;
      return { ok: true, deliveries, has_more: isMore, next_cursor: isMore ? eventName(lastId) : null };
    });
  }

  async list(
    client: Pick<Client, 'id'>,
    id: string,
    state: DeliveryState | null,
    query: PageQuery,
  ): Promise<ListPage<Delivery>> {
    const { id: webhookId } = await findWebhook(this.#webhooks, client.id, id);
    return readPage(
      query,
      oneUuid,
      ({ eventId }) => [eventId] as const,
      (after, limit) =>
        this.#webhooks.deliveries({
          clientId: client.id,
          webhookId,
          state,
          before: after?.[0] ?? null,
          limit,
        }),
    );
  }

  async find(client: Pick<Client, 'id'>, id: string, event: string): Promise<Delivery> {
    const { id: webhookId } = await findWebhook(this.#webhooks, client.id, id);
    return findDelivery(this.#webhooks, client.id, webhookId, event);
  }

  retry(actor: Actor, slug: string, id: string, event: string): Promise<Delivery> {
    return this.#tenants.change(actor, async (tenants) => {
      const { webhooks } = tenants;
      const webhook = await webhookIn(tenants, slug, id);
      const { eventId } = await findDelivery(webhooks, webhook.clientId, webhook.id, event);
      await webhooks.retry(webhook.clientId, webhook.id, eventId);
      await auditWebhook(tenants, actor, 'webhook.retry', webhook, null, { event: eventName(eventId) });
      return findDelivery(webhooks, webhook.clientId, webhook.id, event);
    });
  }
}

/** Leap seconds have the form of a time, and years beyond these have another meaning elsewhere. */
function momentIn(text: string, pointer: string): Date {
  const moment = new Date(text);
  const year = moment.getUTCFullYear();
  if (year >= 1970 && year <= 9999) return moment;
  throw errors.invalidField(pointer, 'must be a time of the years 1970 to 9999', 'range');
}

async function findDelivery(
  webhooks: WebhookStore,
  clientId: number,
  webhookId: string,
  event: string,
): Promise<Delivery> {
  const eventId = eventIdIn(event);
  const delivery = eventId === null ? null : await webhooks.delivery(clientId, webhookId, eventId);
  if (delivery === null) throw errors.deliveryNotFound();
  return delivery;
}

function oneUuid(parts: readonly unknown[]): readonly [string] | null {
  const key = oneText(parts);
  return key !== null && isUuid(key[0]) ? key : null;
}
