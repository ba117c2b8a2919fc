import type { DeliveryState } from '#contract/webhooks.ts';
import type { Delivery, SecretName, Webhook, WebhookSettings } from './webhook.ts';

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
  /** The event behind which a replay goes on; null: there was none. */
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
  /** Lets other changes of the endpoint wait for the end of the transaction. */
  lock(clientId: number, id: string): Promise<void>;
  /** Enabling forgets earlier failures, and so does another address. */
  save(webhook: Pick<Webhook, 'clientId' | 'id'>, settings: WebhookSettings): Promise<void>;
  /** The present secret goes on signing for another `overlapSeconds`; with 0, all earlier ones end at once, too. */
  setSecret(webhook: Webhook, secret: SecretName, overlapSeconds: number): Promise<void>;
  /** With its deliveries. */
  delete(clientId: number, id: string): Promise<void>;
  /** Stores an event for this endpoint alone, and returns its id. */
  test(clientId: number, id: string): Promise<string>;
  /** Sends events of the log again, the oldest first, and returns how many. */
  replay(query: ReplayQuery): Promise<Replayed>;
  /** Begins the schedule of tries again. A try that is under way goes on, and nothing changes. */
  retry(clientId: number, webhookId: string, eventId: string): Promise<void>;
}
