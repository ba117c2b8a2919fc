const longestMs = 10_000;

/**
 * Resolves when another attempt is worthwhile: after a growing pause, or as soon as the page or the network is back.
 */
export async function reconnectMoment(failures: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const done = new AbortController();
  const timer = setTimeout(resolve, Math.min(longestMs, 400 * 2 ** failures) * (0.75 + Math.random() / 2));
  const wake = () => {
    if (document.visibilityState === 'visible') resolve();
  };
  const { signal: until } = done;
  addEventListener('online', wake, { signal: until });
  addEventListener('pageshow', wake, { signal: until });
  document.addEventListener('visibilitychange', wake, { signal: until });
  signal.addEventListener('abort', () => reject(signal.reason), { signal: until });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}
