/** Where the button of a menu was when its menu was put beside it. */
const placed = new WeakMap<Element, number>();

/** Puts the menu behind a button beside it, on the side where the window has more room. */
export function placeMenu(button: Element): void {
  const panel = button.nextElementSibling;
  if (!(panel instanceof HTMLElement)) return;
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const start = getComputedStyle(button).direction === 'rtl' ? innerWidth - right : left;
  const isLow = top + bottom > innerHeight;
  panel.style.insetBlock = isLow ? `auto ${innerHeight - top}px` : `${bottom}px auto`;
  // The style sheet knows how wide it is, and keeps it within the window.
  panel.style.insetInline = `min(${start}px, 100vw - var(--menu) - 0.5rem) auto`;
  placed.set(button, top);
}

/** A menu does not scroll with its row, so it closes when the list does. Returns what ends that. */
export function closeMenuOnScroll(): () => void {
  const close = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.matches('.sidebar, .sidebar-list')) return;
    const panel = target.querySelector<HTMLElement>('.menu-panel:popover-open');
    const button = panel?.previousElementSibling;
    // The scroll that brought the button into view may be reported after its menu has opened.
    if (button && button.getBoundingClientRect().top !== placed.get(button)) panel.hidePopover();
  };
  const options = { capture: true, passive: true };
  document.addEventListener('scroll', close, options);
  return () => document.removeEventListener('scroll', close, options);
}
