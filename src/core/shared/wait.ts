/** Resolves after `milliseconds`; rejects with the signal's reason as soon as it aborts. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** The result of `work`, or null when it takes longer. The work then continues, and its outcome is ignored. */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, milliseconds, null);
  work.catch(() => undefined);
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
