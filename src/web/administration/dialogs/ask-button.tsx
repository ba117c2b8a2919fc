import type { ComponentChildren } from 'preact';
import { ActionDialog } from './action-dialog.tsx';
import { DialogButton } from './dialog-button.tsx';

interface AskButtonProps {
  readonly label: string;
  /** What the button is about, for people who do not see its row. */
  readonly about?: string;
  readonly title: string;
  /** The words of the button that gives it up, where "Cancel" could be what is asked about. */
  readonly dismiss?: string;
  /** What will happen. */
  readonly children: ComponentChildren;
  readonly danger?: boolean;
  /** Beside `button`; `small` by default. */
  readonly variant?: string;
  readonly disabled?: boolean;
  readonly onConfirm: () => Promise<void>;
}

/** A button that asks before it acts. */
export function AskButton(props: AskButtonProps) {
  const { label, about, title, dismiss, children, danger, onConfirm } = props;
  return (
    <DialogButton label={label} about={about} variant={props.variant} disabled={props.disabled}>
      {(close) => (
        <ActionDialog
          title={title}
          confirm={label}
          dismiss={dismiss}
          danger={danger ?? false}
          onConfirm={onConfirm}
          onClose={close}
        >
          <div class="stack">{children}</div>
        </ActionDialog>
      )}
    </DialogButton>
  );
}
