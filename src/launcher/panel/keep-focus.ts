const tries = 30;

/**
 * Moves the focus into the frame. Some engines ignore it while the frame appears or its document is replaced, and the
 * next key would press the button again; so it is tried until the frame has it, or the visitor moves on.
 */
export function keepFocus(frame: HTMLIFrameElement, isPossible: () => boolean) {
  let from: Element | null = null;
  let isWanted = false;

  function attempt(left: number): void {
    if (!isWanted || !isPossible()) return;
    const root = frame.getRootNode();
    if (!(root instanceof ShadowRoot)) return;
    // Any other element that has the focus by then was chosen by the visitor.
    const isFree = [from, document.body, root.host, null].includes(document.activeElement);
    if (!isFree || root.activeElement === frame) {
      isWanted = false;
      return;
    }
    frame.focus();
    if (left) requestAnimationFrame(() => attempt(left - 1));
  }

  const again = () => attempt(tries);
  frame.addEventListener('load', again);
  return {
    again,
    now(): void {
      from = document.activeElement;
      isWanted = true;
      again();
    },
  };
}
