import { useSignal } from '@preact/signals';
import type { ClientOverview } from '#contract/console/screens.ts';
import { Badge } from '../../administration/components/badge.tsx';
import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { AskButton } from '../../administration/dialogs/ask-button.tsx';
import { DialogButton } from '../../administration/dialogs/dialog-button.tsx';
import { TextInput } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { DataTable } from '../components/data-table.tsx';
import { count } from '../components/format.ts';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { addressOf } from '../state/route.ts';
import { useMay } from '../state/use-session.ts';
import { changeClient } from './change-client.ts';
import { partnerWords as text } from './partner-words.ts';
import type { TabProps } from './tab-props.ts';

type Agent = ClientOverview['agents'][number];

export function AgentsTab(props: TabProps) {
  return (
    <Panel title={text.agents} note={text.makeDefaultNote} tools={<BindAgent {...props} />}>
      <DataTable
        label={text.agents}
        rows={props.overview.agents}
        keyOf={({ slug }) => slug}
        columns={[
          {
            name: text.name,
            show: ({ slug, name }) => (
              <a class="row-link" href={addressOf('agents', slug)}>
                <span dir="auto">{name}</span> <small>{slug}</small>
              </a>
            ),
          },
          {
            name: text.unanswered,
            number: true,
            show: ({ unanswered }) => count(unanswered),
          },
          {
            name: text.rights,
            show: (agent) =>
              agent.default ? (
                <Badge tone="accent">{text.defaultAgent}</Badge>
              ) : (
                <AgentActions agent={agent} {...props} />
              ),
          },
        ]}
      />
    </Panel>
  );
}

function AgentActions({ agent: { slug }, ...props }: TabProps & { readonly agent: Agent }) {
  const { api } = useConsole();
  const may = useMay();
  const { overview, refresh } = props;
  const unbind = async () => {
    await api.send(call('unbindAgent', { params: { slug: overview.client.slug, agent: slug } }));
    await refresh();
  };
  return (
    <div class="row-actions">
      {may('updateClient') && (
        <AskButton
          label={text.makeDefault}
          about={slug}
          title={text.makeDefault}
          onConfirm={async () => {
            await changeClient(api, props, { default_agent: slug });
          }}
        >
          {text.makeDefaultNote}
        </AskButton>
      )}
      {may('unbindAgent') && overview.client.bound_agents.includes(slug) && (
        <AskButton label={text.unbind} about={slug} title={text.unbindTitle} danger onConfirm={unbind}>
          {text.unbindBody}
        </AskButton>
      )}
    </div>
  );
}

function BindAgent({ overview, refresh }: TabProps) {
  const { api } = useConsole();
  const may = useMay();
  const agent = useSignal('');
  const bind = async () => {
    const params = { slug: overview.client.slug, agent: agent.value.trim() };
    await api.send(call('bindAgent', { params }));
    agent.value = '';
    await refresh();
  };
  if (!may('bindAgent')) return null;
  return (
    <DialogButton label={text.bind}>
      {(close) => (
        <ActionDialog title={text.bindTitle} confirm={text.bind} onConfirm={bind} onClose={close}>
          <TextInput label={text.agentSlug} value={agent} required maxLength={64} />
        </ActionDialog>
      )}
    </DialogButton>
  );
}
