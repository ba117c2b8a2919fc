import { laterText } from '../../text/later-text.ts';

/**
 * An element wider than the page scrolls and can be focused, so that the arrow keys move it; one that fits is no tab
 * stop.
 */
const watcher = new ResizeObserver((entries) => {
  for (const { target } of entries) if (target instanceof HTMLElement) mark(target);
});

export function watchWidth(scroller: HTMLElement): void {
  // An element out of view has no layout yet. Until it has one it may be too wide, and the Tab key would skip it.
  if (scroller.isConnected && !isLaidOut(scroller)) addStop(scroller);
  watcher.observe(scroller);
}

function mark(scroller: HTMLElement): void {
  // A formula may be a pixel wider than the box that was made for it.
  const overflows = scroller.scrollWidth > scroller.clientWidth + 1;
  scroller.classList.toggle('wide', overflows);
  if (overflows) addStop(scroller);
  // The Tab key may have brought it into view, and the focus must not fall out of the conversation.
  else if (isLaidOut(scroller) && scroller !== document.activeElement) removeStop(scroller);
}

/** The browser may know the size of the box, and have skipped what is in it. */
function isLaidOut({ firstElementChild }: HTMLElement): boolean {
  return firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) ?? true;
}

function addStop(scroller: HTMLElement): void {
  scroller.tabIndex = 0;
  scroller.setAttribute('role', 'group');
  scroller.setAttribute('aria-label', labelOf(scroller));
}

function removeStop(scroller: HTMLElement): void {
  for (const name of ['tabindex', 'role', 'aria-label']) scroller.removeAttribute(name);
}

function labelOf(scroller: HTMLElement): string {
  if (scroller.matches('.table')) return laterText.markdown.table;
  return scroller.matches('pre') ? laterText.markdown.code : laterText.markdown.formula;
}
