import type { ComponentChildren } from 'preact';

/** Icons are drawn in the text colour on a 20-pixel grid and are never the only name of a control. */
export function icon(shape: ComponentChildren) {
  return function Icon() {
    return (
      <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        {shape}
      </svg>
    );
  };
}

export const MenuIcon = icon(<path d="M4.5 10h.01M10 10h.01M15.5 10h.01" class="dots" />);
export const CloseIcon = icon(<path d="m5.5 5.5 9 9m0-9-9 9" />);
