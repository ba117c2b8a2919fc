import { signal } from '@preact/signals';

/** The time as ages on the page count it; it stands still while the page is hidden. */
export const now = signal(Date.now());

export function startClock(): void {
  const tick = () => {
    if (!document.hidden) now.value = Date.now();
  };
  setInterval(tick, 1000);
  document.addEventListener('visibilitychange', tick);
}
