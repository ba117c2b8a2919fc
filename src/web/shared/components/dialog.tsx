import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { CloseIcon } from '../icons.tsx';
import { commonText } from '../text/common-text.ts';
import { IconButton } from './icon-button.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog for as long as it is rendered. The browser manages the focus. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget | null>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const node = dialog.current;
    node?.showModal();
    node?.querySelector<HTMLElement>('input:not([hidden]), textarea')?.focus();
    // Closing, not removal, returns the focus to the opener; other effects end after the removal.
    return () => node?.close();
  }, []);
  // Text that is selected with the pointer may end outside, where the browser reports a click, too.
  const closeOnBackdrop = ({ target }: MouseEvent) => {
    if (target === dialog.current && pressed.current === target) onClose();
  };
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={titleId}
      // The browser reports it later, and of a dialog that was removed, too.
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={closeOnBackdrop}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div class="dialog-body">
        <header>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={commonText.close} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </header>
        {children}
      </div>
    </dialog>
  );
}
