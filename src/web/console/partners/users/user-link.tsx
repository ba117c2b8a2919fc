import type { UserLinkAnswer } from '#contract/admin.ts';
import { toast } from '../../../shared/components/toast.tsx';
import { localDate } from '../../../shared/dates.ts';
import { SecretDialog } from '../../../administration/dialogs/secret-dialog.tsx';
import { partnerWords as text } from '../partner-words.ts';

/** A link to choose a password, shown because no email is sent. */
export interface SentLink {
  readonly email: string;
  readonly link: string;
  readonly until: string;
}

/** Shows the link, or says that an email is on its way. */
export function noteLink(answer: UserLinkAnswer, onSent: (sent: SentLink) => void): void {
  const { user, link, expires_at: until } = answer;
  if (link !== undefined && until !== undefined) onSent({ email: user.email, link, until });
  else toast(text.mailed(user.email));
}

interface SentLinkDialogProps {
  readonly sent: SentLink;
  readonly onClose: () => void;
}

export function SentLinkDialog({ sent: { email, link, until }, onClose }: SentLinkDialogProps) {
  return (
    <SecretDialog
      title={text.linkTitle(email)}
      secret={link}
      note={text.linkBody(localDate(until))}
      onClose={onClose}
    />
  );
}
