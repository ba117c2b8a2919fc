import { DeleteAllDialog } from './delete-all-dialog.tsx';
import { EverywhereDialog } from './everywhere-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';

/** The dialogs of the page's menu about all conversations of a person, and about the sign-in. */
export type OwnDialogName = 'password' | 'everywhere' | 'delete-all';

interface OwnDialogProps {
  readonly name: OwnDialogName;
  readonly onClose: () => void;
}

export function OwnDialog({ name, onClose }: OwnDialogProps) {
  switch (name) {
    case 'password':
      return <PasswordDialog onClose={onClose} />;
    case 'everywhere':
      return <EverywhereDialog onClose={onClose} />;
    case 'delete-all':
      return <DeleteAllDialog onClose={onClose} />;
  }
}
