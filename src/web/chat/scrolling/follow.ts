import type { Signal } from '@preact/signals';
import type { Chat } from '../state/chat.ts';
import { watchEarlier, watchWhole } from './earlier.ts';
import { keepPlace } from './keep-place.ts';
import { createEnd } from './moving-end.ts';
import { watchReader } from './reader-scroll.ts';
import {
  distanceToEnd,
  distanceToQuestion,
  goTo,
  lastTurn,
  nearPixels,
  parentsOfTurns,
} from './scroll-places.ts';

/** What keeps a conversation in place once it is shown. It is loaded after the first paint. */
export interface Follow {
  /** A question was sent; what the reader did before is over. */
  readonly moveToQuestion: () => void;
  readonly jump: () => void;
  readonly stop: () => void;
}

export function follow(node: HTMLElement, chat: Chat, hasMoreBelow: Signal<boolean>): Follow {
  const { place, earlier } = chat.current.value;
  const done = new AbortController();
  const { signal } = done;
  let isMoving = false;
  let width = node.clientWidth;

  const move = (top: number, smoothly: boolean) => {
    isMoving = goTo(node, top, smoothly);
  };
  const backToQuestion = () => {
    move(distanceToQuestion(node), false);
    reader.forget();
  };
  const end = createEnd(node);
  const measure = () => {
    hasMoreBelow.value = distanceToEnd(node) > nearPixels;
  };
  const onResize = () => {
    end.note();
    const missing = distanceToEnd(node) + nearPixels;
    if (place.value === 'end' && missing > 0) move(missing, false);
    // Another width gives what is above other lines. Another height, as that of Message, moves nothing at the top.
    if (place.value === 'question' && width !== node.clientWidth) backToQuestion();
    width = node.clientWidth;
    measure();
  };
  const reader = watchReader(node, (direction) => {
    place.value = direction === 'down' && end.isReached() ? 'end' : 'reader';
  });
  const observeEarlier = watchEarlier(node, chat, signal);
  const observeTurns = keepPlace(node, () => place.value === 'reader', signal);
  const onTurns = () => {
    observeEarlier();
    observeTurns();
  };
  observeEnd(node, onResize, onTurns, signal);
  watchWhole(chat, signal);
  const stopEarlier = earlier.subscribe((version) => {
    // It is read from where it begins, and so is the conversation after it.
    if (version !== null) place.value = 'reader';
  });
  node.addEventListener('scroll', soonAfter(measure, signal), { signal, passive: true });
  node.addEventListener(
    'scrollend',
    () => {
      // What was drawn while scrolling may have had another height than expected.
      if (isMoving && place.value === 'question') backToQuestion();
      isMoving = false;
    },
    { signal },
  );
  return {
    moveToQuestion: () => {
      reader.forget();
      move(distanceToQuestion(node), true);
    },
    jump: () => {
      reader.forget();
      place.value = 'end';
      // The button disappears, and the focus must not fall out of the conversation with it.
      node.focus({ preventScroll: true });
      move(distanceToEnd(node) + nearPixels, true);
    },
    stop: () => {
      reader.stop();
      stopEarlier();
      done.abort();
    },
  };
}

/** Calls `onResize` when the log, its last turn or a part of that gets another size, `onTurns` when it gets turns. */
function observeEnd(node: HTMLElement, onResize: () => void, onTurns: () => void, signal: AbortSignal): void {
  const sizes = new ResizeObserver(onResize);
  const parts = new MutationObserver(() => observe());
  const disconnect = () => {
    sizes.disconnect();
    parts.disconnect();
  };
  const observe = () => {
    disconnect();
    onTurns();
    sizes.observe(node);
    for (const parent of parentsOfTurns(node)) parts.observe(parent, { childList: true });
    const turn = lastTurn(node);
    if (turn === null) return;
    parts.observe(turn, { childList: true });
    for (const part of [turn, ...turn.children]) sizes.observe(part);
  };
  observe();
  signal.addEventListener('abort', disconnect);
}

/**
 * Runs `task` after the frame. Before it the browser has not decided yet whether a new turn is visible, and would
 * lay out the conversation once more only to say where that turn ends.
 */
function soonAfter(task: () => void, signal: AbortSignal): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      if (!signal.aborted) task();
    });
  };
}
