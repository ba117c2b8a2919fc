/**
 * Waits until what was loaded is drawn, in the first frame, and the page has scrolled to its end, in the second. A long
 * answer takes more of them.
 */
export async function untilDrawn(): Promise<void> {
  do await twoFrames();
  while (document.querySelector('.markdown[aria-busy=true]') !== null);
}

function twoFrames(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
