import { useSignal } from '@preact/signals';
import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { DialogButton } from '../../administration/dialogs/dialog-button.tsx';
import { TextInput } from '../../shared/components/inputs.tsx';
import { partnerWords as text } from './partner-words.ts';

interface ConfirmByNameButtonProps {
  readonly label: string;
  readonly title: string;
  /** What has to be typed. */
  readonly name: string;
  /** What will happen. */
  readonly children: string;
  readonly onConfirm: () => Promise<void>;
}

/** A button that wants a name typed first: the same button of another partner or user is one slip away. */
export function ConfirmByNameButton({ label, title, name, children, onConfirm }: ConfirmByNameButtonProps) {
  const typed = useSignal('');
  return (
    <DialogButton
      label={label}
      variant="small danger"
      onOpen={() => {
        typed.value = '';
      }}
    >
      {(close) => (
        <ActionDialog
          title={title}
          confirm={label}
          danger
          ready={typed.value === name}
          onConfirm={onConfirm}
          onClose={close}
        >
          <p>{children}</p>
          <TextInput label={text.typeName(name)} value={typed} />
        </ActionDialog>
      )}
    </DialogButton>
  );
}
