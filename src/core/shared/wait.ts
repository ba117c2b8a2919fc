const firstPauseMs = 50;
const longestPauseMs = 1_000;

/** Resolves after `milliseconds`; rejects with the signal's reason as soon as it aborts. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Does `work` again, less and less often, while what it rejects with `mayPass`. The signal ends the waiting. */
export async function untilItWorks<T>(
  work: () => Promise<T>,
  mayPass: (error: unknown) => boolean,
  signal?: AbortSignal,
): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error)) throw error;
    }
    await wait(pauseMs, signal);
  }
}

/** The result of `work`, or null when it takes longer. The work then continues, and its outcome is ignored. */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, milliseconds, null);
  work.catch(() => undefined);
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
