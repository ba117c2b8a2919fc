import { CopyBlock } from '../../shared/components/copy-block.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { commonText } from '../../shared/text/common-text.ts';
import { useAdministration } from '../state/administration.ts';

/** What the service shows once. */
export interface ShownSecret {
  readonly title: string;
  /** What it is for, and that it is not shown again. */
  readonly note: string;
  /** Null where the note says all, and nothing has to be stored. */
  readonly secret: string | null;
}

interface SecretDialogProps extends ShownSecret {
  readonly onClose: () => void;
}

/** A key, a link or a secret that the service shows once. */
export function SecretDialog({ title, secret, note, onClose }: SecretDialogProps) {
  const { done } = useAdministration().words();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{note}</p>
      {secret !== null && <CopyBlock label={title} value={secret} />}
      <footer class="dialog-actions">
        <button type="button" class="button primary" onClick={onClose}>
          {secret === null ? commonText.close : done}
        </button>
      </footer>
    </Dialog>
  );
}
