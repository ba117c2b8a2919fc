import type { FailureReason } from '#contract/errors.ts';

/**
 * How a call to a provider failed.
 * - `rejected`: the provider failed or refused (4xx, 5xx, an error event, a broken or truncated answer)
 * - `unavailable`: no connection, or the provider said that it is too busy (429, 503)
 * - `timeout`: one of the outbound time limits (connect, first byte, idle, total) was exceeded
 */
export type ModelErrorKind = 'rejected' | 'unavailable' | 'timeout';

/** `message` is for the operator's log only; it never reaches a partner or an end user. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  /** The same call may succeed when repeated, as long as no text has arrived. */
  readonly retryable: boolean;
  /** The provider is unreachable or out of order, so a configured fallback may be tried. */
  readonly failover: boolean;
  /** What the provider refuses in this request, or what is wrong with its configuration; null for anything else. */
  readonly reason: FailureReason | null;
  /** Milliseconds that the provider asked to wait (Retry-After), if it did. */
  readonly retryAfterMs: number | null;

  constructor(kind: ModelErrorKind, message: string, options: ModelErrorOptions) {
    super(message, { cause: options.cause });
    this.name = 'ModelError';
    this.kind = kind;
    this.retryable = options.retryable;
    this.failover = options.failover ?? false;
    this.reason = options.reason ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

interface ModelErrorOptions {
  readonly retryable: boolean;
  readonly failover?: boolean;
  readonly reason?: FailureReason | null;
  readonly retryAfterMs?: number | null;
  readonly cause?: unknown;
}

/** A model has asked for tools in a message that is too long to go back to it, so that it would not get the results. */
export function tooLongToCall(): ModelError {
  return new ModelError('rejected', 'the model asked for tools in a message longer than 1 MiB', {
    retryable: false,
  });
}
