/** The first frame draws what was loaded, and the page then scrolls to the end of it. */
export function twoFrames(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
