import type { HostedUserResource } from '#contract/admin.ts';
import { useAccount } from '../account-context.ts';
import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { call } from '../state/account-client.ts';
import { words } from '../text/words.ts';
import { changeUser, keepUser } from './change-user.ts';
import type { SentLink } from './link-dialog.tsx';

export type Question = 'disable' | 'reset' | 'removeAdmin';

interface UserConfirmationProps {
  readonly question: Question;
  readonly user: HostedUserResource;
  readonly onSent: (sent: SentLink) => void;
  readonly onClose: () => void;
}

export function UserConfirmation({ question, user, onSent, onClose }: UserConfirmationProps) {
  const account = useAccount();
  const { id, email } = user;
  const { users } = words();
  const resetPassword = async () => {
    const answer = await account.client.send(call('resetPassword', { params: { id } }));
    keepUser(account, answer.user);
    onSent(answer);
  };
  const asked = {
    disable: {
      title: users.disableTitle,
      body: users.disableBody(email),
      confirm: users.disable,
      proceed: () => changeUser(account, id, { enabled: false }),
    },
    reset: {
      title: users.resetTitle,
      body: users.resetBody(email),
      confirm: users.resetPassword,
      proceed: resetPassword,
    },
    removeAdmin: {
      title: users.removeAdminTitle,
      body: users.removeAdminBody(email),
      confirm: users.removeAdmin,
      proceed: () => changeUser(account, id, { admin: false }),
    },
  }[question];
  return (
    <ActionDialog
      title={asked.title}
      confirm={asked.confirm}
      danger
      onConfirm={asked.proceed}
      onClose={onClose}
    >
      <p>{asked.body}</p>
    </ActionDialog>
  );
}
