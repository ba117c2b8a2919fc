/**
 * The signal of `controller`, which also aborts when `other` does, as `AbortSignal.any` would; not every edge runtime
 * has that.
 */
export function linkSignals(controller: AbortController, other: AbortSignal | undefined): AbortSignal {
  if (other === undefined) return controller.signal;
  if (typeof AbortSignal.any === 'function') return AbortSignal.any([controller.signal, other]);
  if (other.aborted) controller.abort(other.reason);
  // Never removed: the body of a response is read under this signal after the request has returned.
  else other.addEventListener('abort', () => controller.abort(other.reason), { once: true });
  return controller.signal;
}
