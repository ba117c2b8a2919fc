import type { ModelError } from './model-error.ts';

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
