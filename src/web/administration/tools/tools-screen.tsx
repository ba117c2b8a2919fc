import { useSignal } from '@preact/signals';
import { ListState } from '../components/read-state.tsx';
import { SecretDialog } from '../dialogs/secret-dialog.tsx';
import { useAdministration } from '../state/administration.ts';
import { useList } from '../state/use-list.ts';
import { AddServer } from './add-server.tsx';
import { ServerItem } from './server-item.tsx';
import type { ToolsProps } from './tools-props.ts';

/** The servers of a tenant's tools, and what of them its agents may use. */
export function ToolsScreen(props: ToolsProps) {
  const { text, title, call, mayChange } = props;
  const { Section } = useAdministration();
  const list = useList(call('listToolServers', {}), ({ id }) => id);
  const secret = useSignal<string | null>(null);
  const servers = list.items ?? [];
  const onSecret = (shown: string) => {
    secret.value = shown;
    void list.refresh();
  };
  const names = servers.map(({ name }) => name);
  return (
    <>
      <Section
        title={title}
        note={text.note}
        tools={mayChange && <AddServer {...props} names={names} onSecret={onSecret} />}
      >
        <ListState list={list} empty={text.empty} />
        {servers.length > 0 && (
          <ul class="items">
            {servers.map((server) => (
              <ServerItem
                key={server.id}
                {...props}
                server={server}
                onChanged={list.refresh}
                onSecret={onSecret}
              />
            ))}
          </ul>
        )}
      </Section>
      {secret.value !== null && (
        <SecretDialog
          title={text.secretTitle}
          note={text.secretBody}
          secret={secret.value}
          onClose={() => {
            secret.value = null;
          }}
        />
      )}
    </>
  );
}
