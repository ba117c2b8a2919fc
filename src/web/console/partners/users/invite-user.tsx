import { useSignal } from '@preact/signals';
import { Check, TextInput } from '../../../shared/components/inputs.tsx';
import { useConsole } from '../../console-context.ts';
import { ActionDialog } from '../../../administration/dialogs/action-dialog.tsx';
import { DialogButton } from '../../../administration/dialogs/dialog-button.tsx';
import { call } from '../../state/call.ts';
import { useMayAdministrators } from '../../state/use-session.ts';
import { partnerWords as text } from '../partner-words.ts';
import { noteLink, type SentLink } from './user-link.tsx';

interface InviteUserProps {
  readonly slug: string;
  readonly onSent: (sent: SentLink) => void;
}

export function InviteUser({ slug, onSent }: InviteUserProps) {
  const { api } = useConsole();
  const mayAdministrators = useMayAdministrators();
  const email = useSignal('');
  const admin = useSignal(false);
  const invite = async () => {
    const body = { email: email.value.trim(), admin: admin.value };
    const answer = await api.send(call('createUser', { params: { slug }, body }));
    email.value = '';
    admin.value = false;
    noteLink(answer, onSent);
  };
  return (
    <DialogButton label={text.invite}>
      {(close) => (
        <ActionDialog title={text.inviteTitle} confirm={text.invite} onConfirm={invite} onClose={close}>
          <TextInput label={text.email} type="email" value={email} required />
          {mayAdministrators && <Check label={text.administrator} help={text.adminHelp} value={admin} />}
        </ActionDialog>
      )}
    </DialogButton>
  );
}
