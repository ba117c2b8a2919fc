import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ActionDialog } from './action-dialog.tsx';

interface AskButtonProps {
  readonly label: string;
  /** What the button is about, for people who do not see its row. */
  readonly about?: string;
  readonly title: string;
  /** What will happen. */
  readonly children: ComponentChildren;
  readonly danger?: boolean;
  readonly onConfirm: () => Promise<void>;
}

/** A button that asks before it acts. */
export function AskButton({ label, about, title, children, danger, onConfirm }: AskButtonProps) {
  const asking = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="button small"
        onClick={() => {
          asking.value = true;
        }}
      >
        {label}
        {about && <span class="visually-hidden"> {about}</span>}
      </button>
      {asking.value && (
        <ActionDialog
          title={title}
          confirm={label}
          danger={danger ?? false}
          onConfirm={onConfirm}
          onClose={() => {
            asking.value = false;
          }}
        >
          <div class="stack">{children}</div>
        </ActionDialog>
      )}
    </>
  );
}
