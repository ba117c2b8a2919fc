import type { Signal } from '@preact/signals';

/** How long a text stays in the live region: long enough to be announced. */
const standsMs = 3_000;

/**
 * Has assistive technology announce `text` once. Browsers with an API for it are called directly; others read the
 * live region, which is cleared again so that the text is not found twice on the page.
 */
export function announce(region: Signal<string>, text: string): void {
  if (notifiesDirectly(document)) {
    document.ariaNotify(text);
    return;
  }
  region.value = text;
  setTimeout(() => {
    if (region.value === text) region.value = '';
  }, standsMs);
}

interface Notifying {
  ariaNotify(text: string): void;
}

function notifiesDirectly(page: object): page is Notifying {
  return 'ariaNotify' in page;
}
