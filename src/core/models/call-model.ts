import { wait } from '../shared/wait.ts';
import { AttemptListener } from './attempt-listener.ts';
import type { ModelCandidate } from './choose-model.ts';
import type { Circuits, Permit } from './circuit.ts';
import { ModelError } from './model-error.ts';
import type { ModelListener, ModelRequest, ModelResult } from './model-provider.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy, retryDelayMs } from './retry-policy.ts';

export interface ModelFailure {
  readonly providerId: string;
  readonly model: string;
  readonly error: ModelError;
}

export interface ModelCallOptions {
  readonly candidates: readonly ModelCandidate[];
  readonly request: Omit<ModelRequest, 'model'>;
  readonly listener: ModelListener;
  readonly signal: AbortSignal;
  readonly circuits: Circuits;
  readonly policy?: RetryPolicy;
  /** Told of every failed attempt, for the log. */
  readonly onFailure?: (failure: ModelFailure) => void;
}

export interface ModelCallResult extends ModelResult {
  readonly providerId: string;
  readonly model: string;
  /** Calls made, the successful one included. */
  readonly attempts: number;
}

/**
 * Gets one answer from the first candidate that gives one. Repeats and fails over only while no text
 * has arrived: after the first text an answer belongs to its provider, to the end.
 * `listener.onCalled` comes once, with a call that stays valid over every repeat.
 * Rejects with the last ModelError, or with `signal.reason`.
 */
export async function callModel(options: ModelCallOptions): Promise<ModelCallResult> {
  const attempts = new Attempts(options);
  for (const candidate of options.candidates) {
    const result = await attempts.untilGivenUp(candidate);
    if (result) return result;
  }
  if (attempts.lastError !== null) throw attempts.lastError;
  // Every circuit is open. A refusal without a try would only prolong an outage that may be over.
  const [first] = options.candidates;
  const result = first === undefined ? null : await attempts.insist(first);
  if (result) return result;
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

  /** Null when the next candidate should be tried. */
  async untilGivenUp(candidate: ModelCandidate): Promise<ModelCallResult | null> {
    for (let retry = 0; ; retry += 1) {
      const permit = this.#options.circuits.admit(candidate.provider.id);
      if (!permit) return null;
      const outcome = await this.#once(candidate, permit);
      if (!(outcome instanceof ModelError)) return outcome;
      this.lastError = outcome;
      this.#options.onFailure?.({
        providerId: candidate.provider.id,
        model: candidate.model,
        error: outcome,
      });
      if (this.#listener.textArrived) throw outcome;
      const elapsedMs = performance.now() - this.#startedAt;
      const delayMs = retryDelayMs(this.#policy, outcome, retry, elapsedMs);
      if (delayMs === null) return null;
      await wait(delayMs, this.#options.signal);
    }
  }

  /** One call, whatever the circuit says; null when it failed. */
  async insist(candidate: ModelCandidate): Promise<ModelCallResult | null> {
    const outcome = await this.#once(candidate, this.#options.circuits.insist(candidate.provider.id));
    if (!(outcome instanceof ModelError)) return outcome;
    this.lastError = outcome;
    this.#options.onFailure?.({ providerId: candidate.provider.id, model: candidate.model, error: outcome });
    return null;
  }

  async #once(candidate: ModelCandidate, permit: Permit): Promise<ModelCallResult | ModelError> {
    const { request, signal } = this.#options;
    this.#count += 1;
    this.#listener.begin(permit);
    try {
      signal.throwIfAborted();
      const result = await candidate.provider.stream(
        { ...request, model: candidate.model },
        this.#listener,
        signal,
      );
      permit.succeeded();
      return {
        ...result,
        providerId: candidate.provider.id,
        model: candidate.model,
        attempts: this.#count,
      };
    } catch (error) {
      if (!(error instanceof ModelError)) {
        permit.released();
        throw error;
      }
      if (blamesProvider(error)) permit.failed();
      else permit.released();
      return error;
    }
  }
}

/** A request that the provider refuses for what it says must not close the provider to everybody else. */
function blamesProvider(error: ModelError): boolean {
  return error.kind !== 'rejected' || error.retryable;
}
