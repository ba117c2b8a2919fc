import type { AgentResource } from '#contract/admin.ts';
import { Badge } from '../../administration/components/badge.tsx';
import { MoreButton } from '../../administration/components/more-button.tsx';
import { ListState } from '../../administration/components/read-state.tsx';
import { DialogButton } from '../../administration/dialogs/dialog-button.tsx';
import { useList } from '../../administration/state/use-list.ts';
import { Ago } from '../components/ago.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Screen } from '../components/screen.tsx';
import { call } from '../state/call.ts';
import { addressOf } from '../state/route.ts';
import { useMay } from '../state/use-session.ts';
import { words } from '../text/words.ts';
import { agentWords as text } from './agent-words.ts';
import { CreateAgent } from './create-agent.tsx';

export function AgentList() {
  const may = useMay();
  const list = useList(call('listAgents', { query: { limit: 50 } }), ({ slug }) => slug);
  return (
    <Screen
      title={words.sectionNames.agents}
      note={text.note}
      tools={
        may('createAgent') && (
          <DialogButton label={text.create} variant="primary">
            {(close) => <CreateAgent onClose={close} />}
          </DialogButton>
        )
      }
    >
      <ListState list={list} empty={text.empty} />
      {list.items !== null && list.items.length > 0 && <AgentTable agents={list.items} />}
      <MoreButton {...list} />
    </Screen>
  );
}

function AgentTable({ agents }: { readonly agents: readonly AgentResource[] }) {
  return (
    <div class="sheet">
      <DataTable
        label={words.sectionNames.agents}
        rows={agents}
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
            name: text.bound,
            show: ({ reserved }) => (
              <Badge tone={reserved ? 'plain' : 'accent'}>{reserved ? text.reserved : text.isOpen}</Badge>
            ),
          },
          {
            name: text.model,
            spare: true,
            show: ({ model }) => (model === null ? words.unknown : <code>{model}</code>),
          },
          { name: text.changed, show: ({ updated_at: at }) => <Ago at={at} /> },
        ]}
      />
    </div>
  );
}
