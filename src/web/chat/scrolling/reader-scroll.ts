import { isTyping } from '../composer/is-typing.ts';

/** Inertia, smooth steps and the scroll after a focus follow their cause within this time. */
const togetherMs = 250;

export type Direction = 'up' | 'down';

export interface ReaderWatch {
  /** The page is about to scroll by itself: what the reader did before is over. */
  readonly forget: () => void;
  readonly stop: () => void;
}

/**
 * Reports in which direction the reader scrolls `node`: by wheel, touch, keys, the scrollbar or a drag. What the page
 * does never counts: its own scrolling, growth, another size, a moved focus.
 */
export function watchReader(node: HTMLElement, onScroll: (direction: Direction) => void): ReaderWatch {
  const done = new AbortController();
  const options = { passive: true, signal: done.signal };
  let wanted: Direction | 'any' | null = null;
  let until = 0;
  let held = false;
  let fingerAt = 0;
  let focusedAt = 0;
  let { scrollTop: top, scrollHeight: height, clientHeight: view } = node;

  const want = (direction: Direction | 'any') => {
    wanted = direction;
    until = performance.now() + togetherMs;
    // At once, or growth before the scroll itself would move the page against the reader.
    if (direction === 'up' && node.scrollTop > 0) onScroll('up');
  };
  const release = () => {
    if (held) until = performance.now() + togetherMs;
    held = false;
  };
  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    run: (event: HTMLElementEventMap[K]) => void,
  ) => node.addEventListener(type, run, options);

  listen('wheel', ({ ctrlKey, deltaY }) => {
    if (!ctrlKey && deltaY !== 0) want(deltaY < 0 ? 'up' : 'down');
  });
  listen('touchstart', ({ touches }) => {
    fingerAt = touches[0]?.clientY ?? 0;
  });
  listen('touchmove', ({ touches }) => {
    const now = touches[0]?.clientY ?? fingerAt;
    held = true;
    if (now !== fingerAt) want(now > fingerAt ? 'up' : 'down');
    fingerAt = now;
  });
  listen('keydown', (event) => {
    const direction = directionOf(event);
    if (direction !== null) want(direction);
  });
  listen('pointerdown', ({ pointerType }) => {
    if (pointerType !== 'mouse') return;
    held = true;
    wanted = 'any';
  });
  listen('focusin', () => {
    focusedAt = performance.now();
  });
  addEventListener('pointermove', ({ buttons }) => buttons === 0 && release(), options);
  for (const type of ['pointerup', 'touchend', 'touchcancel']) addEventListener(type, release, options);

  listen('scroll', () => {
    const before = { top, height, view };
    ({ scrollTop: top, scrollHeight: height, clientHeight: view } = node);
    const now = performance.now();
    const direction = top < before.top ? 'up' : 'down';
    if (top === before.top) return;
    if (held || now < until) {
      if (wanted !== 'any' && wanted !== direction) return;
      until = now + togetherMs;
      onScroll(direction);
    } else if (direction === 'up' && height === before.height && view === before.view) {
      // The page itself moves up only where it shrinks or after a focus. Such scrolling has no event.
      if (now - focusedAt > togetherMs) onScroll('up');
    }
  });
  return {
    forget: () => {
      until = 0;
      held = false;
    },
    stop: () => done.abort(),
  };
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  PageUp: 'up',
  Home: 'up',
  ArrowDown: 'down',
  PageDown: 'down',
  End: 'down',
};

/** Where a key scrolls to, unless it means something else where it is pressed. */
function directionOf({ key, shiftKey, target }: KeyboardEvent): Direction | null {
  if (isTyping(target)) return null;
  const place = target instanceof Element ? target : null;
  if (key === ' ' && !place?.closest('button')) return shiftKey ? 'up' : 'down';
  return directions[key] ?? null;
}
