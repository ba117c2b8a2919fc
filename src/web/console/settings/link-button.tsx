import { useSignal } from '@preact/signals';
import type { OperatorRole } from '#contract/console/roles.ts';
import type { OperatorLink } from '#contract/console/session.ts';
import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { SecretDialog } from '../../administration/dialogs/secret-dialog.tsx';
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
  const state = useSignal<'closed' | 'asking' | OperatorLink>('closed');
  const email = useSignal(known);
  const role = useSignal<OperatorRole>('viewer');
  const close = () => {
    state.value = 'closed';
  };
  const make = async () => {
    const body = { email: email.value.trim(), ...(known === '' ? { role: role.value } : {}) };
    state.value = await api.send(call('linkOperator', { body }));
    await onMade();
  };
  return (
    <>
      <button
        type="button"
        class="button small"
        onClick={() => {
          state.value = 'asking';
        }}
      >
        {label}
        {known !== '' && <span class="visually-hidden"> {known}</span>}
      </button>
      {state.value === 'asking' && (
        <ActionDialog
          title={text.linkTitle}
          confirm={text.link}
          keepOpen
          onConfirm={make}
          // The form also closes when the link takes its place.
          onClose={() => state.peek() === 'asking' && close()}
        >
          <p>{text.linkNote}</p>
          {known === '' && (
            <>
              <TextInput label={text.email} type="email" value={email} required />
              <RoleSelect role={role} />
            </>
          )}
        </ActionDialog>
      )}
      {typeof state.value === 'object' && (
        <SecretDialog
          title={text.linkFor(state.value.email ?? '')}
          secret={state.value.link}
          note={text.linkShown(localDate(state.value.expires_at))}
          onClose={close}
        />
      )}
    </>
  );
}
