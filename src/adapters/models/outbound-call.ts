import { ModelError } from '#core/models/model-error.ts';
import type { ModelCall, ModelListener, ModelResult } from '#core/models/model-provider.ts';
import { type AnswerState, newAnswerState, type Wire } from '#wires/wire.ts';
import { type AnswerBody, bodyFor } from './answer-body.ts';
import { countedIn, resultOf } from './answer-result.ts';
import type { Watched } from './call-watch.ts';
import { Exchange, type ExchangeListener } from './http1/exchange.ts';
import type { Headers } from './http1/response-reader.ts';
import type { Endpoint, Outbound } from './outbound.ts';
import { TextDelivery } from './text-delivery.ts';
import { transportFailure, unsendable } from './transport-failure.ts';

export interface OutboundRequest {
  readonly outbound: Outbound;
  readonly endpoint: Endpoint;
  readonly wire: Wire;
  readonly path: string;
  readonly body: string;
  /** The model may answer with calls. */
  readonly mayCall: boolean;
  /** The limit until the first text; a reasoning model may need longer than the outbound client's own limit. */
  readonly firstTextMs: number;
  readonly listener: ModelListener;
  readonly signal: AbortSignal;
}

/** `draining`: the answer is complete, and the response gets a moment to end so that its socket can be reused. */
type Phase = 'connecting' | 'waiting' | 'streaming' | 'draining' | 'closed';

/** Once the provider has sent its finish reason, only the usage is missing, which is not worth a whole idle limit. */
const CLOSING_MS = 5_000;
const DRAINING_MS = 1_000;

/** Sends one request and reads its answer. */
export function call(request: OutboundRequest): Promise<ModelResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ModelResult>();
  if (request.signal.aborted) reject(request.signal.reason);
  else new OutboundCall(request, resolve, reject).start();
  return promise;
}

class OutboundCall implements ExchangeListener, ModelCall, Watched {
  readonly #request: OutboundRequest;
  readonly #resolve: (result: ModelResult) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #delivery: TextDelivery;
  readonly #answer: AnswerState;
  readonly #startedAt = performance.now();
  #exchange: Exchange | null = null;
  #body: AnswerBody | null = null;
  #phase: Phase = 'connecting';
  /** When the phase, or the silence within it, began, by the watch's clock. */
  #since: number;
  #thoughts = 0;
  #paused = false;
  /** The body is an error, which a pause must not delay. */
  #refused = false;

  constructor(
    request: OutboundRequest,
    resolve: (result: ModelResult) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    const { wire, listener, mayCall } = request;
    this.#answer = newAnswerState(mayCall);
    this.#delivery = new TextDelivery((text) => listener.onText(text), this.#fail, wire.hasTaggedThoughts);
    this.#since = request.outbound.watch.now;
  }

  start(): void {
    const { endpoint, path, body, outbound, signal } = this.#request;
    signal.addEventListener('abort', this.#onAbort, { once: true });
    outbound.watch.add(this);
    if (endpoint.headers === null) {
      this.#fail(unsendable());
      return;
    }
    const head = { method: 'POST', path: endpoint.basePath + path, headers: endpoint.headers } as const;
    this.#exchange = new Exchange(endpoint.pool, { ...head, body }, this);
    this.#exchange.start();
  }

  pause(): void {
    if (this.#refused) return;
    this.#paused = true;
    if (this.#body !== null) this.#exchange?.pause();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#touch();
    this.#exchange?.resume();
  }

  onSent(): void {
    this.#enter('waiting');
    this.#request.listener.onCalled(this, () => countedIn(this.#answer));
  }

  onHead(status: number, headers: Headers): void {
    if (this.#isOver()) return;
    if (status !== 200) {
      this.#refused = true;
      this.resume();
    }
    try {
      this.#body = bodyFor(status, headers, this.#request.wire, this.#answer, this.#onText);
      // A refusal has to be noticed while the call is paused, so the pause begins behind the head.
      if (this.#paused) this.#exchange?.pause();
    } catch (error) {
      this.#fail(error);
    }
  }

  onBody(bytes: Buffer): void {
    if (this.#isOver()) return;
    try {
      this.#body?.push(bytes);
      this.#noteThoughts();
      if (this.#answer.closed) this.#complete('draining');
    } catch (error) {
      this.#fail(error);
    }
  }

  onEnd(): void {
    try {
      if (this.#isOver()) this.#close();
      else {
        this.#body?.end();
        const again = { retryable: true, failover: true };
        this.#completeOr(new ModelError('rejected', 'the answer is cut off', again));
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  onError(error: Error): void {
    if (this.#isOver()) this.#close();
    else this.#completeOr(transportFailure(error, this.#body !== null));
  }

  checkTime(now: number, awake: number): void {
    const { limits, watch } = this.#request.outbound;
    const limitMs = this.#limitMs();
    if (awake - this.#startedAt > limits.turnMs) this.#runOut('the whole call', limits.turnMs);
    // The timestamps are up to a tick old; adding a tick keeps the limit from firing early.
    else if (!this.#paused && now - this.#since > limitMs + watch.tickMs) this.#runOut(this.#phase, limitMs);
  }

  #limitMs(): number {
    const { limits } = this.#request.outbound;
    if (this.#phase === 'connecting') return limits.connectMs;
    if (this.#phase === 'draining') return DRAINING_MS;
    if (this.#answer.end) return Math.min(CLOSING_MS, limits.idleMs);
    return this.#phase === 'waiting' ? this.#request.firstTextMs : limits.idleMs;
  }

  #runOut(what: string, limitMs: number): void {
    const message = `the provider took longer than ${limitMs} ms (${what})`;
    if (this.#isOver()) this.#close();
    else this.#completeOr(new ModelError('timeout', message, { retryable: true, failover: true }));
  }

  #isOver(): boolean {
    return this.#phase === 'draining' || this.#phase === 'closed';
  }

  #enter(phase: Phase): void {
    this.#phase = phase;
    this.#touch();
  }

  #touch(): void {
    this.#since = this.#request.outbound.watch.now;
  }

  /** Silence is measured in text: comments and empty events do not end it, but signs that the model thinks do. */
  #noteThoughts(): void {
    if (this.#answer.thoughts === this.#thoughts) return;
    this.#thoughts = this.#answer.thoughts;
    this.#touch();
    this.#request.listener.onThinking?.();
  }

  readonly #onText = (text: string): void => {
    this.#delivery.add(text);
    if (this.#delivery.isThinking) this.#answer.thoughts += 1;
    else if (this.#phase === 'waiting') this.#enter('streaming');
    else this.#touch();
  };

  /** Once the provider has sent its finish reason, the answer is complete however its response ends. */
  #completeOr(error: ModelError): void {
    if (this.#answer.end) this.#complete('closed');
    else this.#fail(error);
  }

  #complete(phase: 'draining' | 'closed'): void {
    try {
      this.#delivery.complete();
      const result = resultOf(this.#answer, this.#delivery.begun, this.#request.wire);
      this.#request.signal.removeEventListener('abort', this.#onAbort);
      if (phase === 'closed') this.#close();
      else this.#drain();
      this.#resolve(result);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The rest of the response is read even while the call is paused; otherwise its socket would stay blocked. */
  #drain(): void {
    this.#enter('draining');
    this.resume();
  }

  /** Text that arrived before the failure still belongs to the answer. */
  readonly #fail = (error: unknown): void => {
    if (this.#isOver()) return;
    let reason = error;
    try {
      this.#delivery.finish();
    } catch (deliveryError) {
      reason = deliveryError;
    }
    this.#close();
    this.#reject(reason);
  };

  readonly #onAbort = (): void => {
    if (this.#isOver()) return;
    this.#delivery.drop();
    this.#close();
    this.#reject(this.#request.signal.reason);
  };

  /** Destroys the socket unless the response has ended. */
  #close(): void {
    this.#phase = 'closed';
    this.#request.outbound.watch.delete(this);
    this.#request.signal.removeEventListener('abort', this.#onAbort);
    this.#exchange?.abort();
  }
}
