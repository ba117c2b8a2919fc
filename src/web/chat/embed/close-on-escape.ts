/** Escape closes the chat when nothing inside it handled the key. */
export function closeOnEscape(close: () => void): void {
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (document.querySelector(':popover-open, dialog[open]') === null) close();
  });
}
