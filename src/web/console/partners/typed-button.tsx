import { useSignal } from '@preact/signals';
import { TextInput } from '../components/inputs.tsx';
import { ActionDialog } from '../dialogs/action-dialog.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { partnerWords as text } from './partner-words.ts';

interface TypedButtonProps {
  readonly label: string;
  readonly title: string;
  readonly slug: string;
  /** What will happen. */
  readonly children: string;
  readonly onConfirm: () => Promise<void>;
}

/** A button that wants the slug typed first: the same button of another partner is one slip away. */
export function TypedButton({ label, title, slug, children, onConfirm }: TypedButtonProps) {
  const typed = useSignal('');
  return (
    <DialogButton
      label={label}
      look="small danger"
      onOpen={() => {
        typed.value = '';
      }}
    >
      {(close) => (
        <ActionDialog
          title={title}
          confirm={label}
          danger
          ready={typed.value === slug}
          onConfirm={onConfirm}
          onClose={close}
        >
          <p>{children}</p>
          <TextInput label={text.revokeType(slug)} value={typed} />
        </ActionDialog>
      )}
    </DialogButton>
  );
}
