import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface MenuProps {
  readonly label: string;
  readonly icon: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A button with a popover of further buttons and links; choosing one closes it. */
export function Menu({ label, icon, children }: MenuProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const closeOnChoice = (event: MouseEvent) => {
    const chosen = event.target instanceof Element && event.target.closest('button, a');
    if (chosen && !chosen.hasAttribute('data-stay')) panel.current?.hidePopover();
  };
  return (
    <div class="menu">
      <button type="button" class="icon-button" aria-label={label} title={label} popovertarget={id}>
        {icon}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: clicks come from the controls inside, by key or pointer */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
      <div ref={panel} id={id} class="menu-panel" popover="auto" onClick={closeOnChoice}>
        {children}
      </div>
    </div>
  );
}
