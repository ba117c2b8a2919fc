import type { Signal } from '@preact/signals';
import { SearchIcon } from '../icons.tsx';
import { words } from '../text/words.ts';

/** Opens the palette where there is no keyboard, and shows its key where there is one. */
export function PaletteButton({ isOpen }: { readonly isOpen: Signal<boolean> }) {
  const key = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
  return (
    <button
      type="button"
      class="palette-button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => {
        isOpen.value = true;
      }}
    >
      <SearchIcon />
      <span>{words.goTo}</span>
      <kbd>{key}</kbd>
    </button>
  );
}
