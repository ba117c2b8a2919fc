import { useSignal } from '@preact/signals';
import { Dialog } from '../../shared/components/dialog.tsx';
import { Field } from '../../shared/components/field.tsx';
import { useAccount } from '../account-context.ts';
import { useAction } from '../state/use-action.ts';
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
    const answer = await account.client.inviteUser(body);
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
        <Field label={words().users.email} problem={problem.value}>
          {(ids) => (
            <input
              {...ids}
              type="email"
              required
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              value={email.value}
              onInput={(event) => {
                email.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
        <div class="checks">
          <Check label={words().users.admin} help={words().users.adminHelp} checked={admin} />
          <Check label={words().users.sendMail} checked={sendMail} />
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

interface CheckProps {
  readonly label: string;
  readonly help?: string;
  readonly checked: { value: boolean };
}

function Check({ label, help, checked }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked.value}
        onChange={(event) => {
          checked.value = event.currentTarget.checked;
        }}
      />
      <span>
        {label}
        {help && <small> {help}</small>}
      </span>
    </label>
  );
}
