import { Recent } from './recent.ts';
import { distanceToEnd, nearPixels } from './scroll-places.ts';

/** The last step of a smooth scroll arrives this much later at most, and the answer grows meanwhile. */
const momentMs = 300;

/** The end of an answer that grows: who scrolls to where they saw it a moment ago has reached it. */
export function createEnd(node: HTMLElement): {
  readonly note: () => void;
  readonly isReached: () => boolean;
} {
  const ends = new Recent<number>(momentMs);
  let drawn = bottomOf(node);
  return {
    note: () => {
      ends.add(drawn);
      drawn = bottomOf(node);
    },
    isReached: () => {
      const seen = node.scrollTop + node.clientHeight;
      return seen >= Math.min(bottomOf(node), drawn, ...ends.values) - nearPixels;
    },
  };
}

/** In pixels from the top of everything. */
function bottomOf(node: HTMLElement): number {
  return node.scrollTop + node.clientHeight + distanceToEnd(node);
}
