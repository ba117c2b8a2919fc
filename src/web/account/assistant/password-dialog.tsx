import { useSignal } from '@preact/signals';
import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { TextInput } from '../../shared/components/inputs.tsx';
import { laterWords } from '../text/words.ts';

interface PasswordDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly body: string;
  readonly confirm: string;
  readonly onConfirm: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the administrator's own password, because another person may use a browser that was left signed in. */
export function PasswordDialog({ title, body, confirm, onConfirm, onClose }: PasswordDialogProps) {
  const password = useSignal('');
  return (
    <ActionDialog
      title={title}
      confirm={confirm}
      danger
      ready={password.value !== ''}
      field={(problem) => (
        <>
          <p>{body}</p>
          <TextInput
            label={laterWords().ownKey.password}
            type="password"
            required
            focused
            maxLength={200}
            value={password}
            problem={problem}
          />
        </>
      )}
      onConfirm={() => onConfirm(password.value)}
      onClose={onClose}
    />
  );
}
