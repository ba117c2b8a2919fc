import { CopyBlock } from '../../shared/components/copy-block.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { words } from '../../console/text/words.ts';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  readonly note?: string;
  readonly onClose: () => void;
}

/** A key, a link or a secret that the service shows once. */
export function SecretDialog({ title, secret, note, onClose }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{note ?? words.secret.body}</p>
      <CopyBlock label={title} value={secret} />
      <footer class="dialog-actions">
        <button type="button" class="button primary" onClick={onClose}>
          {words.secret.done}
        </button>
      </footer>
    </Dialog>
  );
}
