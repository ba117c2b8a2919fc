/** Closer to the end than this counts as being there. */
export const nearPixels = 32;

/** By its place: a search by selector would look through the whole conversation at every delta. */
export function lastTurn(node: HTMLElement): Element | null {
  const last = node.lastElementChild;
  const turn = last?.classList.contains('turns') ? last.lastElementChild : last;
  return turn?.classList.contains('turn') ? turn : null;
}

/** The elements whose children are turns: the log, and what holds those that were loaded. */
export function parentsOfTurns(node: HTMLElement): Element[] {
  return [node, ...node.children].filter((each) => each === node || each.classList.contains('turns'));
}

/** How far below the visible part the last answer ends. The space that is kept free below it does not count. */
export function distanceToEnd(node: HTMLElement): number {
  const end = lastTurn(node)?.lastElementChild;
  return end ? end.getBoundingClientRect().bottom - node.getBoundingClientRect().bottom : 0;
}

export function distanceToQuestion(node: HTMLElement): number {
  const turn = lastTurn(node);
  return turn ? turn.getBoundingClientRect().top - node.getBoundingClientRect().top : 0;
}

/**
 * Returns whether the page is scrolling there. Not over a long distance, because everything in between would have to be
 * drawn.
 */
export function goTo(node: HTMLElement, top: number, smoothly: boolean): boolean {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isSmooth = smoothly && !isStill && Math.abs(top) < 2 * node.clientHeight;
  node.scrollBy({ top, behavior: isSmooth ? 'smooth' : 'instant' });
  return isSmooth;
}

/** What the reader sees first, and where. */
export interface Mark {
  readonly element: Element;
  readonly top: number;
}

export function firstVisible(node: HTMLElement): Mark | null {
  const { top } = node.getBoundingClientRect();
  const turns = node.getElementsByClassName('turn');
  const visible = [...turns].find((turn) => turn.getBoundingClientRect().bottom > top);
  return visible ? { element: visible, top: visible.getBoundingClientRect().top } : null;
}

export function restore(node: HTMLElement, mark: Mark | null): void {
  const moved = mark?.element.isConnected ? mark.element.getBoundingClientRect().top - mark.top : 0;
  if (Math.abs(moved) >= 1) node.scrollBy({ top: moved, behavior: 'instant' });
}
