import { shortcutLetter } from '../../shared/shortcut-letter.ts';

/** Ctrl+K, or Command and K: what opens the palette, and closes it again. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  return shortcutLetter(event) === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
}
