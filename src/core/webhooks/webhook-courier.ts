import { createHmac } from 'node:crypto';
import { presentEvent } from '../events/event.ts';
import { withTimeout } from '../shared/wait.ts';
import { type AttemptDecision, type AttemptOutcome, decideAttempt } from './decide-attempt.ts';
import type { ClaimedDelivery, DeliveryStore } from './delivery-store.ts';
import { DeliveryWindows } from './delivery-windows.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

/** Sends one request and reports its result; never rejects. Aborting ends it at once. */
export type SendWebhook = (
  request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  },
  signal: AbortSignal,
) => Promise<AttemptOutcome>;

export interface CourierOptions {
  readonly deliveries: DeliveryStore;
  readonly secrets: WebhookSecrets;
  readonly send: SendWebhook;
  /** Called after each attempt whose outcome was stored. */
  readonly onAttempt?: (outcome: AttemptDecision['kind']) => void;
  readonly onDisabled: (webhook: ClaimedDelivery['webhook']) => void;
  readonly onError: (error: unknown) => void;
  /** How often it polls by itself; default 20,000. */
  readonly everyMs?: number;
}

const defaultEveryMs = 20_000;

/** Concurrent attempts in this process. */
const slots = 128;
const perEndpoint = 4;
const perClient = slots / 8;
/** For an endpoint that answers quickly: half of the attempts are left to others. */
const perGrownEndpoint = slots / 2;
/** Longer than any attempt takes. */
const leaseMs = 30_000;
/** How long a delivery waits whose master secret is missing. */
const secretMs = 60_000;
/** How long a stop waits for running attempts. */
const stopMs = 3_000;

/**
 * Delivers events to endpoints, at least once and in no order. The database says which deliveries are due; a lease
 * reserves one for a process, and expires when that process dies.
 */
export class WebhookCourier implements AsyncDisposable {
  readonly #options: CourierOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  readonly #windows = new DeliveryWindows({ least: perEndpoint, most: perGrownEndpoint });
  #timer: NodeJS.Timeout | null = null;
  #claimsAt = 0;
  #hasMissedSecret = false;
  #isClaiming = false;
  #isStopped = false;

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  start(): void {
    this.#schedule(this.#everyMs);
  }

  /** Called when deliveries may be due. */
  wake(): void {
    this.#schedule(0);
  }

  get #everyMs(): number {
    return this.#options.everyMs ?? defaultEveryMs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await withTimeout(stopMs, this.#idle());
    this.#stop.abort();
    await this.#idle();
  }

  async #idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Never postpones what is scheduled: under load, attempts end more often than claims are made. */
  #schedule(delayMs: number): void {
    const at = performance.now() + delayMs;
    if (this.#isStopped || (this.#timer !== null && this.#claimsAt <= at)) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#claimsAt = at;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#track(this.#claim());
    }, delayMs).unref();
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch(this.#options.onError).finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  /** Polls again at once as long as there is more than fits. */
  async #claim(): Promise<void> {
    if (this.#isClaiming) return;
    this.#isClaiming = true;
    let isMore = false;
    try {
      const count = slots - this.#running.size;
      const grown = this.#windows.grown(performance.now());
      const limits = { count, perEndpoint, perClient, leaseMs, grown };
      const claimed = count > 0 ? await this.#options.deliveries.claim(limits) : [];
      for (const delivery of claimed) this.#track(this.#deliver(delivery));
      isMore = claimed.length > 0;
    } finally {
      this.#isClaiming = false;
      this.#schedule(isMore ? 50 : this.#everyMs);
    }
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { deliveries, onAttempt, onDisabled } = this.#options;
    const at = delivery.claimedAt;
    const startedAt = performance.now();
    const secrets = this.#options.secrets.signing(delivery.webhook, at);
    if (secrets.length === 0) return this.#putOff(delivery);
    const outcome = await this.#try(delivery, secrets, at);
    if (this.#stop.signal.aborted && outcome.status === null) return deliveries.release(delivery, 0);
    const { status, error, errorCode, reply } = outcome;
    const durationMs = Math.round(performance.now() - startedAt);
    const why = { error, error_code: errorCode };
    const attempt = { at: at.toISOString(), duration_ms: durationMs, status, ...why, reply };
    const decision = decideAttempt(outcome, delivery.step, Math.random());
    this.#note(delivery, decision, durationMs);
    const settled = await deliveries.settle(delivery, decision, attempt);
    if (settled !== 'lost') onAttempt?.(decision.kind);
    if (settled === 'disabled') onDisabled(delivery.webhook);
    // The endpoint has a free place again.
    if (!this.#isStopped) this.#schedule(50);
  }

  #note({ webhook: { id } }: ClaimedDelivery, { kind }: AttemptDecision, tookMs: number): void {
    if (kind === 'delivered') this.#windows.succeeded(id, tookMs, performance.now());
    else this.#windows.failed(id);
  }

  /** Without its master secret nothing can be signed, which is not the receiver's failure. */
  #putOff(delivery: ClaimedDelivery): Promise<void> {
    if (!this.#hasMissedSecret) {
      this.#hasMissedSecret = true;
      const { clientId, id } = delivery.webhook;
      this.#options.onError(
        new Error(
          `Webhooks wait for their master secret, the first is ${id} of client ${clientId}: set PARLEY_SECRET_PREVIOUS`,
        ),
      );
    }
    return this.#options.deliveries.release(delivery, secretMs);
  }

  #try({ webhook, event }: ClaimedDelivery, secrets: readonly string[], at: Date): Promise<AttemptOutcome> {
    const shown = presentEvent(event);
    const body = JSON.stringify(shown);
    const headers = { ...signedHeaders(secrets, shown.id, body, at), 'content-type': 'application/json' };
    return this.#options.send({ url: webhook.url, headers, body }, this.#stop.signal);
  }
}

/**
 * The headers of a delivery, signed by each secret.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(secrets: readonly string[], id: string, body: string, at: Date) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret, content)}`).join(' '),
  };
}

function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
