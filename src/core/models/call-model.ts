import { wait } from '../shared/wait.ts';
import { AttemptListener } from './attempt-listener.ts';
import type { ModelCandidate } from './choose-model.ts';
import type { Circuits, Permit } from './circuit.ts';
import { ModelError } from './model-error.ts';
import type { ModelListener, ModelRequest, ModelResult } from './model-provider.ts';
import { type CallEnd, ObservedCall, type OnCall } from './observed-call.ts';

export interface ModelCallOptions {
  readonly candidates: readonly ModelCandidate[];
  /** Built for each candidate, because windows differ. */
  readonly requestFor: (candidate: ModelCandidate) => Omit<ModelRequest, 'model'>;
  readonly listener: ModelListener;
  readonly signal: AbortSignal;
  readonly circuits: Circuits;
  readonly policy?: RetryPolicy;
  /** Observes each call. */
  readonly onCall?: OnCall;
  /** Awaited before every call but the first. */
  readonly beforeAnother?: (candidate: ModelCandidate) => Promise<void>;
}

export interface ModelCallResult extends ModelResult {
  readonly providerId: string;
  readonly model: string;
  /** Calls made, including the successful one. */
  readonly attempts: number;
}

/**
 * Gets one answer from the first candidate that gives one. Repeats and fails over only while no text has arrived;
 * after the first text an answer belongs to its provider. Repeats come first, and only an error marked `failover`
 * moves on to the next candidate. `listener.onCalled` is called once, with a call that stays valid over every repeat.
 * Rejects with the last ModelError, or with `signal.reason`.
 */
export async function callModel(options: ModelCallOptions): Promise<ModelCallResult> {
  const attempts = new Attempts(options);
  const last = options.candidates.at(-1);
  for (const candidate of options.candidates) {
    const result = await attempts.untilGivenUp(candidate, candidate === last);
    if (result) return result;
  }
  throw (
    attempts.lastError ??
    new ModelError('unavailable', 'no allowed provider is configured', { retryable: false })
  );
}

class Attempts {
  lastError: ModelError | null = null;
  readonly #options: ModelCallOptions;
  readonly #policy: RetryPolicy;
  readonly #listener: AttemptListener;
  readonly #startedAt = performance.now();
  #count = 0;

  constructor(options: ModelCallOptions) {
    this.#options = options;
    this.#policy = options.policy ?? DEFAULT_RETRY_POLICY;
    this.#listener = new AttemptListener(options.listener);
  }

  /**
   * Null when the next candidate should be tried. A candidate with an open circuit is skipped while another is left;
   * the last one is called anyway, once, because a refusal without an attempt would only prolong an outage that may be
   * over. A model without effort levels refuses such a request and is then asked without one.
   */
  async untilGivenUp(candidate: ModelCandidate, isLast: boolean): Promise<ModelCallResult | null> {
    const { circuits, requestFor } = this.#options;
    const request: ModelRequest = { ...requestFor(candidate), model: candidate.model };
    let asked = request;
    for (let retry = 0; ; ) {
      const permit = circuits.admit(candidate.provider.id);
      const insists = permit === null && isLast && retry === 0;
      if (permit === null && !insists) return null;
      const call = new ObservedCall(candidate, this.#options.onCall);
      const outcome = await this.#once(
        candidate,
        asked,
        permit ?? circuits.insist(candidate.provider.id),
        call,
      );
      if (!(outcome instanceof ModelError)) return outcome;
      this.lastError = outcome;
      const isEffortRefused = outcome.reason === 'invalid_request' && asked.effort !== undefined;
      const delayMs = isEffortRefused ? 0 : insists ? null : this.#delayBefore(retry, outcome);
      call.failed(outcome, this.#next(outcome, delayMs, isLast));
      if (this.#listener.textArrived) throw outcome;
      if (delayMs === null) {
        if (!outcome.failover) throw outcome;
        return null;
      }
      if (isEffortRefused) asked = { ...request, effort: undefined };
      else retry += 1;
      await wait(delayMs, this.#options.signal);
    }
  }

  #delayBefore(retry: number, error: ModelError): number | null {
    return retryDelayMs(this.#policy, error, retry, performance.now() - this.#startedAt);
  }

  #next({ failover }: ModelError, delayMs: number | null, isLast: boolean): CallEnd['next'] {
    if (this.#listener.textArrived) return null;
    if (delayMs !== null) return 'repeat';
    return failover && !isLast ? 'fallback' : null;
  }

  async #once(
    candidate: ModelCandidate,
    request: ModelRequest,
    permit: Permit,
    call: ObservedCall,
  ): Promise<ModelCallResult | ModelError> {
    const { signal } = this.#options;
    this.#count += 1;
    this.#listener.begin(permit, call);
    try {
      if (this.#count > 1) await this.#options.beforeAnother?.(candidate);
      signal.throwIfAborted();
      const result = await candidate.provider.stream(request, this.#listener, signal);
      permit.succeeded();
      call.completed(result);
      return {
        ...result,
        providerId: candidate.provider.id,
        model: candidate.model,
        attempts: this.#count,
      };
    } catch (error) {
      if (!(error instanceof ModelError)) {
        permit.released();
        call.stopped();
        throw error;
      }
      if (blamesProvider(error)) permit.failed();
      else permit.released();
      return error;
    }
  }
}

/** A request that the provider refuses for its content must not open the circuit for everyone else. */
function blamesProvider(error: ModelError): boolean {
  return error.kind !== 'rejected' || error.retryable;
}

export interface RetryPolicy {
  /** Repeats of one candidate after its first call. */
  readonly retries: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** A provider that asks for a longer wait than this is skipped in favour of the next candidate. */
  readonly maxRetryAfterMs: number;
  /** No repeat begins later than this after the first call. */
  readonly budgetMs: number;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  retries: 2,
  firstDelayMs: 250,
  maxDelayMs: 4_000,
  maxRetryAfterMs: 8_000,
  budgetMs: 30_000,
  random: Math.random,
};

/** How long to wait before the next repeat (`retry` is 0 for the first), or null when there is to be none. */
export function retryDelayMs(
  policy: RetryPolicy,
  error: ModelError,
  retry: number,
  elapsedMs: number,
): number | null {
  if (!error.retryable || retry >= policy.retries) return null;
  if (error.retryAfterMs !== null && error.retryAfterMs > policy.maxRetryAfterMs) return null;
  const backoffMs = Math.min(policy.firstDelayMs * 2 ** retry, policy.maxDelayMs);
  const delayMs = Math.max(backoffMs * (0.5 + policy.random() / 2), error.retryAfterMs ?? 0);
  return elapsedMs + delayMs > policy.budgetMs ? null : delayMs;
}
