import type { UserLinkAnswer } from '#contract/admin.ts';
import { CopyBlock } from '../../shared/components/copy-block.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { localMoment } from '../../shared/dates.ts';
import { words } from '../text/words.ts';

/** Says that an email was sent, or shows a link that is shown only now. */
export type SentLink = Pick<UserLinkAnswer, 'user' | 'link' | 'expires_at'>;

interface LinkDialogProps {
  readonly sent: SentLink;
  readonly onClose: () => void;
}

export function LinkDialog({ sent, onClose }: LinkDialogProps) {
  const { link, expires_at: expiresAt = '' } = sent;
  const { email } = sent.user;
  return (
    <Dialog
      title={link === undefined ? words().users.mailedTitle : words().users.linkTitle}
      onClose={onClose}
    >
      {link === undefined ? (
        <p>{words().users.mailed(email)}</p>
      ) : (
        <>
          <p>{words().users.linkBody(email, localMoment(expiresAt))}</p>
          <CopyBlock label={words().users.linkTitle} value={link} />
        </>
      )}
      <footer class="dialog-actions">
        <button type="button" class="button primary" onClick={onClose}>
          {words().close}
        </button>
      </footer>
    </Dialog>
  );
}
