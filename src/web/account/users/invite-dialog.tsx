import { useSignal } from '@preact/signals';
import { Dialog } from '../../shared/components/dialog.tsx';
import { Check, TextInput } from '../../shared/components/inputs.tsx';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { useAction } from '../../administration/state/use-action.ts';
import { words } from '../text/words.ts';
import { keepUser } from './change-user.ts';
import type { SentLink } from './link-dialog.tsx';

interface InviteDialogProps {
  readonly onInvited: (sent: SentLink) => void;
  readonly onClose: () => void;
}

export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const account = useAccount();
  const email = useSignal('');
  const admin = useSignal(false);
  const sendMail = useSignal(true);
  const { busy, problem, run } = useAction();
  const invite = async () => {
    const body = { email: email.value.trim(), admin: admin.value, send_mail: sendMail.value };
    const answer = await account.client.send(call('inviteUser', { body }));
    keepUser(account, answer.user);
    onInvited(answer);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await run(invite)) onClose();
  };
  return (
    <Dialog title={words().users.inviteTitle} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <TextInput label={words().users.email} type="email" required value={email} problem={problem.value} />
        <div class="checks">
          <Check label={words().users.admin} help={words().users.adminHelp} value={admin} />
          <Check label={words().users.sendMail} value={sendMail} />
        </div>
        <footer class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            {words().cancel}
          </button>
          <button type="submit" class="button primary" disabled={busy.value}>
            {words().users.invite}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
