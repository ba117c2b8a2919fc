import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface MenuProps {
  readonly label: string;
  readonly icon: ComponentChildren;
  readonly children: ComponentChildren;
  readonly describedBy?: string;
  /** The menu is about to be opened by this button. */
  readonly onApproach?: (event: { readonly currentTarget: Element }) => void;
}

/**
 * A button with a popover of further buttons and links. Choosing one closes it before anything else happens, so that the
 * button has the focus again, and a dialog that was chosen returns it there.
 */
export function Menu({ label, icon, children, describedBy, onApproach }: MenuProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const closeOnChoice = (event: MouseEvent) => {
    const chosen = event.target instanceof Element && event.target.closest('button, a');
    if (chosen && !chosen.hasAttribute('data-stay')) panel.current?.hidePopover();
  };
  return (
    <div class="menu">
      <button
        type="button"
        class="icon-button"
        aria-label={label}
        title={label}
        aria-describedby={describedBy}
        popovertarget={id}
        onPointerEnter={onApproach}
        onFocus={onApproach}
        onClick={onApproach}
      >
        {icon}
      </button>
      <div ref={panel} id={id} class="menu-panel" popover="auto" onClickCapture={closeOnChoice}>
        {children}
      </div>
    </div>
  );
}
