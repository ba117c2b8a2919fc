/** A list of places closes when one of them is chosen on the same page. */
export function followPopovers(): void {
  for (const list of document.querySelectorAll<HTMLElement>('[popover]')) {
    list.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a') !== null && list.matches(':popover-open')) {
        list.hidePopover();
      }
    });
  }
}
