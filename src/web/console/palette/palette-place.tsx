import type { Signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { lazy } from '../../shared/components/lazy.tsx';
import { isPaletteKey } from './palette-key.ts';

const Palette = lazy<{ readonly onClose: () => void }>(() =>
  import('./palette.tsx').then((part) => part.Palette),
);

/** The palette, which its key opens from anywhere on the page but a dialog, which is answered first. */
export function PalettePlace({ isOpen }: { readonly isOpen: Signal<boolean> }) {
  // The key works from the moment that the screen is there.
  useLayoutEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!isPaletteKey(event) || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      isOpen.value = true;
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    isOpen.value && (
      <Palette
        onClose={() => {
          isOpen.value = false;
        }}
      />
    )
  );
}
