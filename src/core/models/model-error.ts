/**
 * How a call to a provider failed.
 * - `rejected`: the provider failed or refused (4xx, 5xx, an error event, a broken or truncated answer)
 * - `unavailable`: no connection, or the provider said that it is too busy (429, 503)
 * - `timeout`: one of the outbound time limits (connect, first byte, idle, total) ran out
 */
export type ModelErrorKind = 'rejected' | 'unavailable' | 'timeout';

/** `message` is for the operator's log only; it never reaches a partner or an end user. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  /** The same call may succeed when repeated, as long as no text has arrived. */
  readonly retryable: boolean;
  /** The provider is unreachable or out of order, so a configured fallback may be tried. */
  readonly failover: boolean;
  /** Milliseconds that the provider asked to wait (Retry-After), if it did. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: ModelErrorKind,
    message: string,
    options: { retryable: boolean; failover?: boolean; retryAfterMs?: number | null; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.name = 'ModelError';
    this.kind = kind;
    this.retryable = options.retryable;
    this.failover = options.failover ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
