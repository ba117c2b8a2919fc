import type { WebhookTry } from '#contract/events/webhooks.ts';
import type { StoredEvent } from '../events/event.ts';
import type { AttemptDecision } from './decide-attempt.ts';
import type { DeliveryWindow } from './delivery-windows.ts';
import type { Webhook } from './webhook.ts';

/** A delivery that this process is attempting now. */
export interface ClaimedDelivery {
  readonly leaseId: string;
  readonly webhook: Pick<Webhook, 'clientId' | 'id' | 'url' | 'secret' | 'previousSecrets'>;
  readonly event: StoredEvent;
  /** The place of this attempt in the schedule, from 0. */
  readonly step: number;
  /** By the database's clock, which also dates events and the overlap of secrets. */
  readonly claimedAt: Date;
}

export interface ClaimLimits {
  readonly count: number;
  readonly perEndpoint: number;
  readonly perClient: number;
  /** Endpoints that take more than `perEndpoint` at a time. A client has at least the share of its largest. */
  readonly grown: readonly DeliveryWindow[];
  /** Another process may try it again afterwards. */
  readonly leaseMs: number;
}

/** `lost`: the lease had expired, and nothing was stored. `disabled`: the endpoint, too, by this attempt. */
export type SettledAs = 'settled' | 'lost' | 'disabled';

export interface DeliveryStore {
  claim(limits: ClaimLimits): Promise<readonly ClaimedDelivery[]>;
  settle(delivery: ClaimedDelivery, decision: AttemptDecision, attempt: WebhookTry): Promise<SettledAs>;
  /** Releases the delivery, as if it had not been claimed, to be attempted after `delayMs`. */
  release(delivery: ClaimedDelivery, delayMs: number): Promise<void>;
}
