import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { deferred } from '../parts.ts';
import type { Chat } from '../state/chat.ts';
import type { OpenConversation } from '../state/open-conversation.ts';
import type { Follow } from './follow.ts';

/**
 * A sent question moves to the top and its answer grows below it; the page then stays where it is. It follows the end
 * only for a reader who scrolled there, and stops when the reader, and nothing else, scrolls away.
 */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  chat: Chat,
): { hasMoreBelow: Signal<boolean>; jump: () => void } {
  const hasMoreBelow = useSignal(false);
  const follow = useRef<Follow>(undefined);
  const shown = useRef<OpenConversation>(undefined);
  const open = chat.current.value;
  const { place } = open;
  const last = open.turns.value.at(-1);

  useLayoutEffect(() => {
    const node = scroller.current;
    if (node === null || last === undefined) return;
    const isOpened = shown.current !== open;
    shown.current = open;
    if (last.fresh) place.value = 'question';
    else if (isOpened) place.value = 'end';
    else if (place.value === 'question') place.value = 'reader';
    if (place.value === 'end') node.scrollTop = node.scrollHeight;
    if (place.value !== 'question') return;
    if (follow.current && !isOpened) follow.current.moveToQuestion();
    else node.lastElementChild?.scrollIntoView();
  }, [last?.key, open]);

  const part = deferred.loaded.value;
  useEffect(() => {
    const node = scroller.current;
    if (node === null) return;
    if (part === null) return leaveEnd(node, place);
    const followed = part.follow(node, chat, hasMoreBelow);
    follow.current = followed;
    return () => {
      followed.stop();
      follow.current = undefined;
    };
  }, [open, part]);

  return { hasMoreBelow, jump: () => follow.current?.jump() };
}

/** Before there is more to follow with, the first movement of the reader is enough. */
function leaveEnd(node: HTMLElement, place: OpenConversation['place']): () => void {
  const leave = () => {
    place.value = 'reader';
  };
  const moves = ['wheel', 'touchmove', 'keydown'];
  for (const move of moves) node.addEventListener(move, leave, { passive: true });
  return () => {
    for (const move of moves) node.removeEventListener(move, leave);
  };
}
