/** Retries a part that failed to load when the network is back. */
export async function loadPatiently<T>(part: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await part();
    } catch {
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    }
  }
}
