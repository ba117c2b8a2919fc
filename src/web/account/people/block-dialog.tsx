import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { useAccount } from '../account-context.ts';
import { words } from '../text/words.ts';
import { blockPerson } from './blocked.ts';

interface BlockDialogProps {
  readonly identity: string;
  /** How the page names the person. */
  readonly name: string;
  readonly onBlocked?: () => void;
  readonly onClose: () => void;
}

/** Asks first, because waiting and running answers of the person end at once, and an undo does not bring them back. */
export function BlockDialog({ identity, name, onBlocked, onClose }: BlockDialogProps) {
  const account = useAccount();
  return (
    <ActionDialog
      title={words().people.blockTitle}
      confirm={words().people.block}
      danger
      onConfirm={async () => {
        await blockPerson(account, identity, name);
        onBlocked?.();
      }}
      onClose={onClose}
    >
      <p>{words().people.blockBody(name)}</p>
    </ActionDialog>
  );
}
