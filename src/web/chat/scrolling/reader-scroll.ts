import { isTyping } from '../composer/is-typing.ts';
import { Recent } from './recent.ts';

/** Inertia, smooth steps and the scroll after a focus follow their cause within this time. */
const togetherMs = 250;

export type Direction = 'up' | 'down';

export interface ReaderWatch {
  /** What the reader did before is over, and where the page has just scrolled to by itself is none of it. */
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
  const moves = new Recent<true>(togetherMs);
  const focuses = new Recent<true>(togetherMs);
  let held = false;
  let fingerAt = 0;
  let { scrollTop: top, scrollHeight: height, clientHeight: view } = node;

  const want = (direction: Direction | 'any') => {
    wanted = direction;
    moves.add(true);
    // At once, or growth before the scroll itself would move the page against the reader.
    if (direction === 'up' && node.scrollTop > 0) onScroll('up');
  };
  const release = () => {
    if (held) moves.add(true);
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
  listen('focusin', () => focuses.add(true));
  addEventListener('pointermove', ({ buttons }) => buttons === 0 && release(), options);
  for (const type of ['pointerup', 'touchend', 'touchcancel']) addEventListener(type, release, options);

  listen('scroll', () => {
    const before = { top, height, view };
    ({ scrollTop: top, scrollHeight: height, clientHeight: view } = node);
    const direction = top < before.top ? 'up' : 'down';
    if (top === before.top) return;
    if (held || moves.values.length > 0) {
      if (wanted !== 'any' && wanted !== direction) return;
      moves.add(true);
      onScroll(direction);
    } else if (direction === 'up' && height === before.height && view === before.view) {
      // The page itself moves up only where it shrinks or after a focus. Such scrolling has no event.
      if (focuses.values.length === 0) onScroll('up');
    }
  });
  return {
    forget: () => {
      moves.clear();
      held = false;
      top = node.scrollTop;
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
