/** Waits until what was loaded is drawn, in the first frame, and the page has scrolled to its end, in the second. */
export function twoFrames(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
