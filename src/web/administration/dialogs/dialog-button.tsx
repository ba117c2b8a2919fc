import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { PlainButton } from '../components/plain-button.tsx';

interface DialogButtonProps {
  readonly label: string;
  /** What the button is about, for people who do not see its row. */
  readonly about?: string | undefined;
  /** Beside `button`; `small` by default. */
  readonly variant?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Called before the dialog appears. */
  readonly onOpen?: () => void;
  /** The dialog, which calls `close` when it is done or cancelled. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button and the dialog that it opens. */
export function DialogButton({ label, about, variant, disabled, onOpen, children }: DialogButtonProps) {
  const isOpen = useSignal(false);
  const set = (open: boolean) => () => {
    if (open) onOpen?.();
    isOpen.value = open;
  };
  return (
    <>
      <PlainButton
        label={label}
        about={about}
        disabled={disabled === true}
        {...(variant && { variant })}
        onClick={set(true)}
      />
      {isOpen.value && children(set(false))}
    </>
  );
}
