import { useSignal } from '@preact/signals';
import type { OperatorRole } from '#contract/console/roles.ts';
import { ActionWithSecret, type ShowSecret } from '../../administration/dialogs/action-with-secret.tsx';
import { DialogButton } from '../../administration/dialogs/dialog-button.tsx';
import { TextInput } from '../../shared/components/inputs.tsx';
import { localDate } from '../../shared/dates.ts';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { RoleSelect } from './role-select.tsx';
import { settingsWords as text } from './settings-words.ts';

interface LinkButtonProps {
  readonly label: string;
  /** The operator who is let back in; empty for a new one, who is asked for with a role. */
  readonly email: string;
  readonly onMade: () => Promise<void>;
}

export function LinkButton({ label, email: known, onMade }: LinkButtonProps) {
  const { api } = useConsole();
  const email = useSignal(known);
  const role = useSignal<OperatorRole>('viewer');
  const make = async (show: ShowSecret) => {
    const body = { email: email.value.trim(), ...(known === '' ? { role: role.value } : {}) };
    const made = await api.send(call('linkOperator', { body }));
    const note = text.linkShown(localDate(made.expires_at));
    show({ title: text.linkFor(made.email ?? ''), note, secret: made.link });
    await onMade();
  };
  return (
    <DialogButton label={label} about={known}>
      {(close) => (
        <ActionWithSecret title={text.linkTitle} confirm={text.link} onConfirm={make} onClose={close}>
          <p>{text.linkNote}</p>
          {known === '' && (
            <>
              <TextInput label={text.email} type="email" value={email} required />
              <RoleSelect role={role} />
            </>
          )}
        </ActionWithSecret>
      )}
    </DialogButton>
  );
}
