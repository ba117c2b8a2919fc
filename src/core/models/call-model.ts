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
  /** Built for each candidate, because windows differ. */
  readonly requestFor: (candidate: ModelCandidate) => Omit<ModelRequest, 'model'>;
  readonly listener: ModelListener;
  readonly signal: AbortSignal;
  readonly circuits: Circuits;
  readonly policy?: RetryPolicy;
  /** Called for every failed attempt, for the log. */
  readonly onFailure?: (failure: ModelFailure) => void;
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
   * the last one is called anyway, once, because a refusal without a try would only prolong an outage that may be
   * over.
   */
  async untilGivenUp(candidate: ModelCandidate, isLast: boolean): Promise<ModelCallResult | null> {
    const { circuits } = this.#options;
    for (let retry = 0; ; retry += 1) {
      const permit = circuits.admit(candidate.provider.id);
      const insists = permit === null && isLast && retry === 0;
      if (permit === null && !insists) return null;
      const outcome = await this.#once(candidate, permit ?? circuits.insist(candidate.provider.id));
      if (!(outcome instanceof ModelError)) return outcome;
      this.#note(candidate, outcome);
      if (this.#listener.textArrived) throw outcome;
      const elapsedMs = performance.now() - this.#startedAt;
      const delayMs = insists ? null : retryDelayMs(this.#policy, outcome, retry, elapsedMs);
      if (delayMs === null) {
        if (!outcome.failover) throw outcome;
        return null;
      }
      await wait(delayMs, this.#options.signal);
    }
  }

  #note(candidate: ModelCandidate, error: ModelError): void {
    this.lastError = error;
    this.#options.onFailure?.({ providerId: candidate.provider.id, model: candidate.model, error });
  }

  async #once(candidate: ModelCandidate, permit: Permit): Promise<ModelCallResult | ModelError> {
    const { requestFor, signal } = this.#options;
    this.#count += 1;
    this.#listener.begin(permit);
    try {
      signal.throwIfAborted();
      const result = await candidate.provider.stream(
        { ...requestFor(candidate), model: candidate.model },
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

/** A request that the provider refuses for its content must not open the circuit for everyone else. */
function blamesProvider(error: ModelError): boolean {
  return error.kind !== 'rejected' || error.retryable;
}
