import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { useAccount } from '../account-context.ts';
import { words } from '../text/words.ts';
import { erasePerson } from './blocked.ts';

interface EraseDialogProps {
  readonly identity: string;
  /** How the page names the person. */
  readonly name: string;
  readonly onErased: () => void;
  readonly onClose: () => void;
}

export function EraseDialog({ identity, name, onErased, onClose }: EraseDialogProps) {
  const account = useAccount();
  return (
    <ActionDialog
      title={words().people.eraseTitle}
      confirm={words().people.confirmErase}
      danger
      onConfirm={async () => {
        await erasePerson(account, identity);
        onErased();
      }}
      onClose={onClose}
    >
      <p>{words().people.eraseBody(name)}</p>
    </ActionDialog>
  );
}
