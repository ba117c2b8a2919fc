import { firstVisible, type Mark, restore } from './scroll-places.ts';

/**
 * Keeps what is read in place while something above it changes its height, in browsers that do not do that. `isFree`
 * says that the reader chose the place. The returned function looks for turns that were added.
 */
export function keepPlace(node: HTMLElement, isFree: () => boolean, signal: AbortSignal): () => void {
  if (CSS.supports('overflow-anchor', 'auto')) return () => undefined;
  let mark: Mark | null = null;
  const remember = () => {
    mark = firstVisible(node);
  };
  const sizes = new ResizeObserver(() => {
    if (isFree()) restore(node, mark);
    remember();
  });
  node.addEventListener('scroll', remember, { signal, passive: true });
  signal.addEventListener('abort', () => sizes.disconnect());
  return () => {
    for (const turn of node.getElementsByClassName('turn')) sizes.observe(turn);
  };
}
