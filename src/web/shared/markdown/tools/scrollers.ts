import { laterText } from '../../text/later-text.ts';

/** What is wider than the page scrolls, and can be focused, so that the arrow keys move it; what fits is no stop. */
const watcher = new ResizeObserver((entries) => {
  for (const { target } of entries) if (target instanceof HTMLElement) mark(target);
});

export function watchWidth(scroller: HTMLElement): void {
  watcher.observe(scroller);
}

function mark(scroller: HTMLElement): void {
  // A formula may be a pixel wider than the box that was made for it.
  const overflows = scroller.scrollWidth > scroller.clientWidth + 1;
  if (overflows === scroller.classList.contains('wide')) return;
  scroller.classList.toggle('wide', overflows);
  if (!overflows) {
    for (const name of ['tabindex', 'role', 'aria-label']) scroller.removeAttribute(name);
    return;
  }
  scroller.tabIndex = 0;
  scroller.setAttribute('role', 'group');
  scroller.setAttribute('aria-label', labelOf(scroller));
}

function labelOf(scroller: HTMLElement): string {
  if (scroller.matches('.table')) return laterText.markdown.table;
  return scroller.matches('pre') ? laterText.markdown.code : laterText.markdown.formula;
}
