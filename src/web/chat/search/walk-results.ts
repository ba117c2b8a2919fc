import { isSendKey } from '../composer/is-send-key.ts';

/** Arrow keys move between the field and what was found. Enter in the field opens the first, through `onFirst`. */
export function walkResults(onFirst: () => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const field = document.querySelector<HTMLElement>('.search input');
    const stops = [field, ...document.querySelectorAll<HTMLElement>('.found .row a')];
    const at = stops.findIndex((stop) => stop !== null && stop === document.activeElement);
    if (at < 0 || event.defaultPrevented || event.isComposing) return;
    if (at === 0 && isSendKey(event)) onFirst();
    const next = stops[at + stepOf(event)];
    if (!next || next === document.activeElement) return;
    event.preventDefault();
    next.focus();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

function stepOf({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): number {
  if (ctrlKey || altKey || metaKey || shiftKey) return 0;
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
}
