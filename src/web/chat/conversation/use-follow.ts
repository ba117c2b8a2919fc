import { type Signal, useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { OpenConversation } from '../state/open-conversation.ts';

/** Closer to the end than this counts as being there. */
const nearPixels = 32;

/**
 * A sent question moves to the top and its answer grows below it; the page then stays where it is. It follows the end
 * only for a reader who scrolled there, and stops as soon as the reader scrolls away.
 */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  open: OpenConversation,
): { hasMoreBelow: Signal<boolean>; jump: () => void } {
  const hasMoreBelow = useSignal(false);
  const following = useSignal(false);
  const lastKey = useComputed(() => open.turns.value.at(-1)?.key);

  useLayoutEffect(() => {
    const node = scroller.current;
    const turn = node?.querySelector<HTMLElement>('.turn:last-of-type');
    if (!node || !turn) return;
    if (turn.classList.contains('fresh')) {
      following.value = false;
      turn.scrollIntoView({ block: 'start', behavior: motion() });
    } else {
      following.value = true;
      node.scrollTop = node.scrollHeight;
    }
  }, [lastKey.value, open]);

  useEffect(() => {
    const node = scroller.current;
    if (node === null) return;
    const measure = () => {
      hasMoreBelow.value = distance(node) > nearPixels;
    };
    const onScroll = () => {
      measure();
      if (!hasMoreBelow.value && node.scrollTop > 0) following.value = true;
    };
    const leave = (event: Event) => {
      if (!(event instanceof WheelEvent) || event.deltaY < 0) following.value = false;
    };
    const onGrowth = () => {
      if (following.value) goToEnd(node);
      measure();
    };
    const growth = new ResizeObserver(onGrowth);
    const watch = () => {
      growth.disconnect();
      growth.observe(node);
      for (const child of node.querySelectorAll('.turn:last-of-type > *')) growth.observe(child);
      onGrowth();
    };
    const children = new MutationObserver(watch);
    children.observe(node, { childList: true, subtree: false });
    watch();
    node.addEventListener('scroll', onScroll, { passive: true });
    node.addEventListener('wheel', leave, { passive: true });
    node.addEventListener('touchmove', leave, { passive: true });
    node.addEventListener('keydown', leave);
    return () => {
      growth.disconnect();
      children.disconnect();
      node.removeEventListener('scroll', onScroll);
      node.removeEventListener('wheel', leave);
      node.removeEventListener('touchmove', leave);
      node.removeEventListener('keydown', leave);
    };
  }, [open]);

  const jump = () => {
    const node = scroller.current;
    if (node === null) return;
    following.value = true;
    node.scrollBy({ top: distance(node), behavior: motion() });
  };
  return { hasMoreBelow, jump };
}

function goToEnd(node: HTMLElement): void {
  const isFresh = node.querySelector('.turn.fresh') !== null;
  const missing = isFresh
    ? distance(node) + nearPixels
    : node.scrollHeight - node.clientHeight - node.scrollTop;
  if (missing > 0) node.scrollTop += missing;
}

/** How far below the visible part the last answer ends. The space that is kept free below it does not count. */
function distance(node: HTMLElement): number {
  const end = node.querySelector('.turn:last-of-type > :last-child');
  if (end === null) return 0;
  return end.getBoundingClientRect().bottom - node.getBoundingClientRect().bottom;
}

function motion(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}
