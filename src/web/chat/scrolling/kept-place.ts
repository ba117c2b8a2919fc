import { firstVisible, type Mark, parentsOfTurns, restore } from './scroll-places.ts';

/**
 * Runs `addEarlier`, which puts messages above what is visible, and keeps that in place when the page shows them. No
 * browser does so at the very top, and not every browser elsewhere.
 */
export function inPlace(addEarlier: () => void): void {
  const node = document.querySelector<HTMLElement>('.log');
  if (node !== null) {
    const mark = markFirst(node);
    // Before the next frame, and after the messages have their height.
    const shown = new MutationObserver(() => {
      shown.disconnect();
      restore(node, mark);
    });
    for (const parent of parentsOfTurns(node)) shown.observe(parent, { childList: true });
  }
  addEarlier();
}

/** One pixel below the very top a browser that keeps places begins to do so; at the top it would do half of it. */
function markFirst(node: HTMLElement): Mark | null {
  if (node.scrollTop === 0) node.scrollTop = 1;
  return firstVisible(node);
}
