import { useSignal } from '@preact/signals';
import { Check, TextInput } from '../../shared/components/inputs.tsx';
import { ActionDialog } from '../dialogs/action-dialog.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { useAdministration } from '../state/administration.ts';
import type { UserProps, UsersProps } from './users-props.ts';

type InviteUserProps = Pick<UsersProps, 'text' | 'invite' | 'choosesMail' | 'rights'> &
  Pick<UserProps, 'onSent'>;

export function InviteUser({ text, invite, choosesMail, rights, onSent }: InviteUserProps) {
  const { api } = useAdministration();
  const email = useSignal('');
  const admin = useSignal(false);
  const sendMail = useSignal(true);
  const send = async () => {
    const invitation = { email: email.value.trim(), admin: admin.value, send_mail: sendMail.value };
    onSent(await api.send(invite(invitation)));
    email.value = '';
    admin.value = false;
  };
  return (
    <DialogButton label={text.invite} variant="primary">
      {(close) => (
        <ActionDialog
          title={text.inviteTitle}
          confirm={text.invite}
          field={(problem) => (
            <TextInput label={text.email} type="email" required value={email} problem={problem} />
          )}
          onConfirm={send}
          onClose={close}
        >
          <div class="checks">
            {rights.administrators && <Check label={text.admin} help={text.adminHelp} value={admin} />}
            {choosesMail && <Check label={text.sendMail} value={sendMail} />}
          </div>
        </ActionDialog>
      )}
    </DialogButton>
  );
}
