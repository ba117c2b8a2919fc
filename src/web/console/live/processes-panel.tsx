import type { ProcessResource } from '#contract/console/live.ts';
import { Badge } from '../../administration/components/badge.tsx';
import { PlainButton } from '../../administration/components/plain-button.tsx';
import { AskButton } from '../../administration/dialogs/ask-button.tsx';
import { useAction } from '../../administration/state/use-action.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { Age, Ago } from '../components/ago.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { count } from '../components/format.ts';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { useMay } from '../state/use-session.ts';
import { words } from '../text/words.ts';
import { liveWords as text } from './live-words.ts';

interface ProcessesPanelProps {
  readonly processes: readonly ProcessResource[];
  readonly onChanged: () => Promise<void>;
}

export function ProcessesPanel({ processes, onChanged }: ProcessesPanelProps) {
  const may = useMay();
  const drain: Column<ProcessResource> = {
    name: text.action,
    show: (process) => <DrainButton process={process} onChanged={onChanged} />,
  };
  return (
    <Panel title={text.processes} note={text.processesNote}>
      {processes.length === 0 ? (
        <p class="empty">{text.noProcesses}</p>
      ) : (
        <DataTable
          label={text.processes}
          rows={processes}
          keyOf={({ id }) => id}
          columns={[...columns, ...(may('drainProcess') ? [drain] : [])]}
        />
      )}
    </Panel>
  );
}

const columns: readonly Column<ProcessResource>[] = [
  { name: text.process, show: ({ id }) => <code>{id}</code> },
  { name: text.state, show: (process) => <ProcessState process={process} /> },
  {
    name: text.busy,
    number: true,
    show: ({ busy, slots }) => `${count(busy)} / ${count(slots)}`,
  },
  { name: text.started, number: true, spare: true, show: ({ started_at: at }) => <Age at={at} /> },
  { name: text.roles, spare: true, show: ({ roles }) => roles.join(', ') },
  { name: text.version, spare: true, show: ({ version }) => version ?? words.unknown },
];

function ProcessState({ process }: { readonly process: ProcessResource }) {
  const { live, draining, silent_since: since } = process;
  if (!live) {
    return (
      <span class="named">
        <Badge tone="danger">{text.silent}</Badge>{' '}
        {since !== null && (
          <small>
            <Ago at={since} />
          </small>
        )}
      </span>
    );
  }
  return draining ? <Badge tone="warning">{text.draining}</Badge> : <Badge tone="accent">{text.live}</Badge>;
}

interface DrainButtonProps extends Pick<ProcessesPanelProps, 'onChanged'> {
  readonly process: ProcessResource;
}

function DrainButton({ process: { id, live, draining }, onChanged }: DrainButtonProps) {
  const { api } = useConsole();
  const { busy, run } = useAction();
  const set = async (value: boolean) => {
    await api.send(call('drainProcess', { params: { id }, body: { draining: value } }));
    await onChanged();
  };
  if (!live) return null;
  if (!draining) {
    return (
      <AskButton label={text.drain} about={id} title={text.drainTitle} onConfirm={() => set(true)}>
        {text.drainBody}
      </AskButton>
    );
  }
  return (
    <PlainButton
      label={text.resume}
      about={id}
      disabled={busy.value}
      onClick={() => void run(() => set(false))}
    />
  );
}
