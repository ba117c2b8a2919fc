import { isolate } from '../../shared/text/isolate.ts';
import { ActionDialog } from './action-dialog.tsx';
import { DialogButton } from './dialog-button.tsx';

interface AskButtonProps {
  readonly label: string;
  /** What the button is about, for people who do not see its row, and for everybody in the question. */
  readonly about?: string | undefined;
  readonly title: string;
  /** The words of the button that gives it up, where "Cancel" could be what is asked about. */
  readonly dismiss?: string;
  /** What will happen. Words that do not take the name of what is asked about have it in a line above them. */
  readonly children?: string | ((name: string) => string) | undefined;
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
          <Question about={about}>{children}</Question>
        </ActionDialog>
      )}
    </DialogButton>
  );
}

function Question({ about, children }: Pick<AskButtonProps, 'about' | 'children'>) {
  if (typeof children === 'function') return <p>{children(isolate(about ?? ''))}</p>;
  return (
    <div class="stack">
      {about && (
        <p>
          <strong class="breaking" dir="auto">
            {about}
          </strong>
        </p>
      )}
      {children && <p>{children}</p>}
    </div>
  );
}
