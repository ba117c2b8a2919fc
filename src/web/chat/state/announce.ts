import type { Signal } from '@preact/signals';

/** How long a text stands in the live region: long enough to be noticed there. */
const standsMs = 3_000;

/**
 * Has assistive technology read `text` once. A browser that can is told directly; others notice the
 * live region, which is emptied again so that the text is not found a second time on the page.
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
