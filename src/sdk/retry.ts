import { AbortError, ApiError, ConnectionError } from './errors.ts';

/** A longer `Retry-After` is reported to the caller instead of being waited for. */
const longestPauseSeconds = 60;
const longestBackOffMs = 8_000;

/** The pause in milliseconds before a request may be repeated, or null when it must not be. */
export function pauseBeforeRetry(
  error: unknown,
  repeats: number,
  { retryDelayMs, repeatable }: { retryDelayMs: number; repeatable: boolean },
): number | null {
  if (error instanceof ConnectionError) return repeatable ? backOff(repeats, retryDelayMs) : null;
  if (!(error instanceof ApiError) || !mayPass(error, repeatable)) return null;
  if (error.retryAfterSeconds === null) return backOff(repeats, retryDelayMs);
  return error.retryAfterSeconds > longestPauseSeconds ? null : error.retryAfterSeconds * 1000;
}

/** Doubles each time; the random half keeps clients that failed together from retrying together. */
export function backOff(repeats: number, firstMs: number): number {
  const ceiling = Math.min(longestBackOffMs, firstMs * 2 ** repeats);
  return ceiling / 2 + (Math.random() * ceiling) / 2;
}

export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new AbortError('The request was aborted', { cause: signal?.reason }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Temporary refusals, which had no effect. */
const mayRepeat: ReadonlySet<string> = new Set(['rate_limited', 'too_many_concurrent', 'too_many_readers']);

function mayPass(error: ApiError, repeatable: boolean): boolean {
  if (error.code !== null && mayRepeat.has(error.code)) return true;
  return repeatable && [502, 503, 504].includes(error.status);
}
