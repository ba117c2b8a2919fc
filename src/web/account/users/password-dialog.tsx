import { Dialog } from '../../shared/components/dialog.tsx';
import { CopyBlock } from '../components/copy-block.tsx';
import { words } from '../text/words.ts';

export interface ShownPassword {
  readonly email: string;
  /** Null where the person chooses one by a link. */
  readonly password: string | null;
  readonly mailed: boolean;
}

interface PasswordDialogProps {
  readonly shown: ShownPassword;
  readonly onClose: () => void;
}

/** The only time that anybody sees it. */
export function PasswordDialog({ shown, onClose }: PasswordDialogProps) {
  const { email, password, mailed } = shown;
  return (
    <Dialog title={mailed ? words.users.invitedTitle : words.users.passwordTitle} onClose={onClose}>
      {mailed && <p>{words.users.mailed(email)}</p>}
      {password !== null && (
        <>
          <p>{words.users.passwordBody(email)}</p>
          <CopyBlock label={words.users.passwordTitle} value={password} />
        </>
      )}
      <footer class="dialog-actions">
        <button type="button" class="button primary" onClick={onClose}>
          {words.close}
        </button>
      </footer>
    </Dialog>
  );
}
