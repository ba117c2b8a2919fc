/**
 * Elements of the page that open the chat, by selector. The listener is on the document, so elements that are added
 * later work too.
 */
export function watchOpeners(
  selector: () => string | undefined,
  onToggle: () => void,
  onInterest: () => void,
): void {
  const listen = (type: string, act: () => void) =>
    document.addEventListener(type, ({ target }) => {
      const wanted = selector();
      if (wanted && target instanceof Element && target.closest(wanted)) act();
    });
  listen('click', onToggle);
  listen('pointerover', onInterest);
  listen('focusin', onInterest);
}
