import { distanceToEnd, nearPixels } from './scroll-places.ts';

/** A scroll event arrives this much later at most, and the answer grows meanwhile. */
const momentMs = 300;

/** The end of an answer that grows: who scrolls to where it was a moment ago has reached it. */
export function createEnd(node: HTMLElement): {
  readonly note: () => void;
  readonly isReached: () => boolean;
} {
  let ends: { readonly until: number; readonly bottom: number }[] = [];
  let last = bottomOf(node);
  return {
    note: () => {
      const now = performance.now();
      ends = [...ends.filter(({ until }) => now - until < momentMs), { until: now, bottom: last }];
      last = bottomOf(node);
    },
    isReached: () => {
      const now = performance.now();
      const recent = ends.filter(({ until }) => now - until < momentMs).map(({ bottom }) => bottom);
      const seen = node.scrollTop + node.clientHeight;
      return seen >= Math.min(bottomOf(node), ...recent) - nearPixels;
    },
  };
}

/** In pixels from the top of everything. */
function bottomOf(node: HTMLElement): number {
  return node.scrollTop + node.clientHeight + distanceToEnd(node);
}
