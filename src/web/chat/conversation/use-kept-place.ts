import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { OpenConversation } from '../state/open-conversation.ts';

/** Keeps the visible text in place when earlier messages appear above it. Not every browser does. */
export function useKeptPlace(scroller: RefObject<HTMLElement | null>, open: OpenConversation): void {
  const firstKey = open.turns.value[0]?.key;
  const before = useRef<{
    open: OpenConversation;
    firstKey: string | undefined;
    height: number;
    top: number;
  }>(undefined);
  useLayoutEffect(() => {
    const node = scroller.current;
    if (node === null) return;
    const last = before.current;
    const grewAbove = last?.open === open && last.firstKey !== undefined && last.firstKey !== firstKey;
    if (grewAbove && node.scrollTop <= last.top) node.scrollTop = last.top + node.scrollHeight - last.height;
  }, [firstKey, open]);
  useLayoutEffect(() => {
    const node = scroller.current;
    if (node !== null) before.current = { open, firstKey, height: node.scrollHeight, top: node.scrollTop };
  });
}
