import type { DeliveryState } from '#contract/events/webhooks.ts';
import type { SecretName } from '../shared/secret-name.ts';
import type { Delivery, Webhook, WebhookSettings } from './webhook.ts';

export interface NewWebhook extends WebhookSettings {
  readonly clientId: number;
  readonly id: string;
  readonly secret: SecretName;
}

export interface DeliveryQuery {
  readonly clientId: number;
  readonly webhookId: string;
  readonly state: DeliveryState | null;
  /** Newest first, those before this event. */
  readonly before: string | null;
  readonly limit: number;
}

export interface ReplayQuery {
  readonly clientId: number;
  readonly webhookId: string;
  readonly since: Date;
  /** Null: up to now. */
  readonly until: Date | null;
  readonly types: readonly string[] | null;
  readonly onlyFailed: boolean;
  /** Null: from the first event. */
  readonly afterId: string | null;
  readonly limit: number;
}

export interface Replayed {
  readonly deliveries: number;
  /** The event after which a replay continues; null: there was none. */
  readonly lastId: string | null;
}

/** Reads endpoints and their deliveries. Those of another client do not exist. */
export interface WebhookStore {
  /** Oldest first. */
  list(clientId: number): Promise<readonly Webhook[]>;
  find(clientId: number, id: string): Promise<Webhook | null>;
  deliveries(query: DeliveryQuery): Promise<readonly Delivery[]>;
  delivery(clientId: number, webhookId: string, eventId: string): Promise<Delivery | null>;
}

/** Changes endpoints, inside a transaction. */
export interface WebhookWriter extends WebhookStore {
  insert(webhook: NewWebhook): Promise<void>;
  /** Locks the endpoint against other changes until the transaction ends. */
  lock(clientId: number, id: string): Promise<void>;
  /** Enabling clears earlier failures, and so does a new address. */
  save(webhook: Pick<Webhook, 'clientId' | 'id'>, settings: WebhookSettings): Promise<void>;
  /** The present secret keeps signing for another `overlapSeconds`; with 0, all earlier ones end at once, too. */
  setSecret(webhook: Webhook, secret: SecretName, overlapSeconds: number): Promise<void>;
  /** With its deliveries. */
  delete(clientId: number, id: string): Promise<void>;
  /** Stores an event for this endpoint alone, and returns its id. */
  test(clientId: number, id: string): Promise<string>;
  /** Sends events of the log again, the oldest first, and returns how many. */
  replay(query: ReplayQuery): Promise<Replayed>;
  /** Restarts the schedule of attempts. An attempt in progress continues, and nothing changes. */
  retry(clientId: number, webhookId: string, eventId: string): Promise<void>;
}
