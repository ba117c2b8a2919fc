export interface SaturateOptions {
  readonly requests: number;
  readonly concurrency: number;
}

/** Runs the action this many times, this many at once, and returns how many were done per second. */
export async function perSecond(
  action: (number: number) => Promise<unknown>,
  options: SaturateOptions,
): Promise<number> {
  let next = 0;
  const startedAt = performance.now();
  const worker = async () => {
    while (next < options.requests) {
      next += 1;
      await action(next - 1);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
  return (options.requests * 1000) / (performance.now() - startedAt);
}
