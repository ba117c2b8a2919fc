import type { Transport } from '../transport.ts';
import type {
  Webhook,
  WebhookAnswer,
  WebhookDeliveryAnswer,
  WebhookDeliveryList,
  WebhookList,
  WebhookReplayed,
  WebhookSecretAnswer,
  WebhookTested,
} from '../wire.ts';
import { apiKeyOnly } from './call-options.ts';

export interface WebhookRequest {
  readonly url: string;
  /** null, or left out: every type. */
  readonly types?: readonly string[] | null | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
}

export interface ReplayRequest {
  readonly since: Date | string;
  readonly until?: Date | string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly onlyFailed?: boolean | undefined;
  /** The `next_cursor` of the previous replay. */
  readonly cursor?: string | undefined;
}

export interface DeliveryListOptions {
  readonly state?: 'pending' | 'delivered' | 'failed' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Endpoints that events are sent to. */
export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(): Promise<WebhookList> {
    return this.#ask('GET', '');
  }

  /** The answer holds the secret, which is shown once. */
  create(request: WebhookRequest): Promise<WebhookSecretAnswer> {
    return this.#ask('POST', '', request, false);
  }

  get(id: string): Promise<WebhookAnswer> {
    return this.#ask('GET', at(id));
  }

  update(id: string, change: Partial<WebhookRequest>): Promise<WebhookAnswer> {
    return this.#ask('PATCH', at(id), change);
  }

  delete(id: string): Promise<{ readonly ok: true; readonly id: Webhook['id']; readonly deleted: true }> {
    return this.#ask('DELETE', at(id), undefined, false);
  }

  /** Both secrets sign for `overlapSeconds`, a day by default. */
  rotateSecret(id: string, overlapSeconds?: number): Promise<WebhookSecretAnswer> {
    return this.#ask('POST', `${at(id)}/rotate-secret`, { overlap_seconds: overlapSeconds }, false);
  }

  test(id: string): Promise<WebhookTested> {
    return this.#ask('POST', `${at(id)}/test`, {}, false);
  }

  enable(id: string): Promise<WebhookAnswer> {
    return this.#ask('POST', `${at(id)}/enable`, {});
  }

  replay(id: string, { since, until, types, onlyFailed, cursor }: ReplayRequest): Promise<WebhookReplayed> {
    const moments = { since: moment(since), until: until && moment(until) };
    const body = { ...moments, types, only_failed: onlyFailed, cursor };
    return this.#ask('POST', `${at(id)}/replay`, body, false);
  }

  async deliveries(id: string, options: DeliveryListOptions = {}): Promise<WebhookDeliveryList> {
    apiKeyOnly(this.#transport, 'webhooks.deliveries');
    const path = `/webhooks${at(id)}/deliveries`;
    return this.#transport.json({ method: 'GET', path, query: { ...options } });
  }

  delivery(id: string, eventId: string): Promise<WebhookDeliveryAnswer> {
    return this.#ask('GET', `${at(id)}/deliveries${at(eventId)}`);
  }

  retryDelivery(id: string, eventId: string): Promise<WebhookDeliveryAnswer> {
    return this.#ask('POST', `${at(id)}/deliveries${at(eventId)}/retry`, {});
  }

  async #ask<T>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    below: string,
    body?: object,
    repeatable = true,
  ): Promise<T> {
    apiKeyOnly(this.#transport, 'webhooks');
    const sent = body === undefined ? {} : { body };
    return this.#transport.json({ method, path: `/webhooks${below}`, repeatable, ...sent });
  }
}

function at(id: string): string {
  return `/${encodeURIComponent(id)}`;
}

function moment(time: Date | string): string {
  return typeof time === 'string' ? time : time.toISOString();
}
