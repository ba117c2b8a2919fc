export type MountTarget = string | Element | null;

/**
 * Keeps the element in the page, beside the body rather than in it: a page that replaces its body (Turbo, htmx) then
 * leaves the frame alone.
 */
export function createPlace(host: Element, onChange: (isInline: boolean) => void) {
  let target: MountTarget | undefined;

  function put(): void {
    if (target === undefined) return;
    const parent =
      typeof target === 'string' ? document.querySelector(target) : (target ?? document.documentElement);
    if (host.parentNode !== parent) parent?.append(host);
    onChange(target !== null);
  }

  const observer = new MutationObserver(put);
  return {
    /** Null: above the page. */
    show(wanted: MountTarget): void {
      target = wanted;
      observer.observe(document, { childList: true, subtree: true });
      put();
    },
    remove(): void {
      target = undefined;
      observer.disconnect();
      host.remove();
    },
  };
}
