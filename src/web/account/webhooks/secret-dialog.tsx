import { CopyBlock } from '../../shared/components/copy-block.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { laterWords, words } from '../text/words.ts';

interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  return (
    <Dialog title={laterWords().webhooks.secretTitle} onClose={onClose}>
      <p>{laterWords().webhooks.secretBody}</p>
      <CopyBlock label={laterWords().webhooks.secretTitle} value={secret} />
      <footer class="dialog-actions">
        <button type="button" class="button primary" onClick={onClose}>
          {words().close}
        </button>
      </footer>
    </Dialog>
  );
}
