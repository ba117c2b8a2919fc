/**
 * Reads at once, and again after each interval that the page spent in view: a hidden page asks for nothing. `isPoll`
 * tells the later reads from the first. Returns what ends it.
 */
export function readWhileVisible(
  read: (isPoll: boolean, signal: AbortSignal) => Promise<void>,
  everySeconds: number | undefined,
): () => void {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readOn = async (isPoll: boolean) => {
    clearTimeout(timer);
    await read(isPoll, ending.signal);
    if (everySeconds === undefined || ending.signal.aborted || document.hidden) return;
    clearTimeout(timer);
    timer = setTimeout(() => void readOn(true), everySeconds * 1000);
  };
  const follow = () => {
    clearTimeout(timer);
    if (!document.hidden) void readOn(true);
  };
  void readOn(false);
  if (everySeconds !== undefined) {
    document.addEventListener('visibilitychange', follow, { signal: ending.signal });
  }
  return () => {
    ending.abort();
    clearTimeout(timer);
  };
}
