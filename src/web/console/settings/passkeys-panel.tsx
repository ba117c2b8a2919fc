import { useSignal } from '@preact/signals';
import { Badge } from '../../administration/components/badge.tsx';
import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { AskButton } from '../../administration/dialogs/ask-button.tsx';
import { DialogButton } from '../../administration/dialogs/dialog-button.tsx';
import { TextInput } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { Ago } from '../components/ago.tsx';
import { DataTable } from '../components/data-table.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { firstName, registerPasskey } from '../state/passkeys.ts';
import type { SettingsProps } from './settings-props.ts';
import { settingsWords as text } from './settings-words.ts';

export function PasskeysPanel({ settings: { passkeys }, refresh }: SettingsProps) {
  const { api } = useConsole();
  const remove = (id: string) => async () => {
    await api.send(call('deletePasskey', { params: { id } }));
    await refresh();
  };
  return (
    <Panel title={text.yourPasskeys} note={text.yourPasskeysNote} tools={<AddPasskey onAdded={refresh} />}>
      {passkeys.length === 0 ? (
        <p class="empty">{text.noPasskeys}</p>
      ) : (
        <DataTable
          label={text.yourPasskeys}
          rows={passkeys}
          keyOf={({ id }) => id}
          columns={[
            { name: text.passkeyName, show: ({ name }) => <span dir="auto">{name}</span> },
            { name: text.kept, show: ({ synced }) => <Badge>{synced ? text.synced : text.oneDevice}</Badge> },
            { name: text.created, spare: true, show: ({ created_at: at }) => <Ago at={at} /> },
            {
              name: text.lastUsed,
              spare: true,
              show: ({ last_used_at: at }) => (at === null ? text.never : <Ago at={at} />),
            },
            {
              name: text.action,
              show: ({ id, name }) => (
                <AskButton
                  label={text.remove}
                  about={name}
                  title={text.removeTitle}
                  danger
                  onConfirm={remove(id)}
                >
                  {text.removeBody}
                </AskButton>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function AddPasskey({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const { access, api } = useConsole();
  const name = useSignal('');
  const add = async () => {
    access.value = { state: 'signed-in', session: await registerPasskey(api, name.value) };
    await onAdded();
  };
  return (
    <DialogButton
      label={text.addPasskey}
      onOpen={() => {
        name.value = firstName();
      }}
    >
      {(close) => (
        <ActionDialog title={text.addPasskey} confirm={text.addPasskey} onConfirm={add} onClose={close}>
          <TextInput label={text.passkeyName} value={name} maxLength={100} />
        </ActionDialog>
      )}
    </DialogButton>
  );
}
