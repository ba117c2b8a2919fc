import { patternOf } from './words-of.ts';

export interface FoundPlace {
  /** The number of the turn in the log. */
  readonly index: number;
  readonly part: 'question' | 'answer';
}

const name = 'found';
/** The most that a browser draws at once; tens of thousands would freeze the page for seconds. */
const mostMarks = 1_000;

/** Scrolls to the first of the words in a message, and marks them until the reader does something else. */
export function markFound({ index, part }: FoundPlace, words: readonly string[]): void {
  const log = document.querySelector<HTMLElement>('.log');
  const turn = log?.querySelectorAll<HTMLElement>('.turn')[index];
  const message = turn?.querySelector<HTMLElement>(`.${part}`) ?? turn;
  if (!log || !message) return;
  // A long question is folded, and the word may be in what is not shown.
  message.querySelector<HTMLElement>('button[aria-expanded="false"]')?.click();
  message.scrollIntoView({ block: 'start' });
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
  requestAnimationFrame(() => {
    const ranges = findRanges(message, words);
    const first = ranges[0]?.getBoundingClientRect();
    const frame = log.getBoundingClientRect();
    if (first) log.scrollBy({ top: first.top - frame.top - frame.height / 3, behavior: 'instant' });
    mark(ranges);
  });
}

function mark(ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.set(name, new Highlight(...ranges));
  const done = new AbortController();
  const end = () => {
    CSS.highlights.delete(name);
    done.abort();
  };
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, end, { signal: done.signal, capture: true });
}

/** The first of them, where there are more than can be marked. */
function findRanges(message: HTMLElement, words: readonly string[]): readonly Range[] {
  const pattern = patternOf(words);
  const ranges: Range[] = [];
  const nodes = document.createTreeWalker(message, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node !== null && pattern !== null; node = nodes.nextNode()) {
    for (const found of (node.nodeValue ?? '').matchAll(pattern)) {
      if (ranges.length === mostMarks) return ranges;
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      ranges.push(range);
    }
  }
  return ranges;
}
