import type { LiveTurn } from '#contract/console/live.ts';
import { Badge } from '../../administration/components/badge.tsx';
import { AskButton } from '../../administration/dialogs/ask-button.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { Age } from '../components/ago.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { addressOf } from '../state/route.ts';
import { useMay } from '../state/use-session.ts';
import { words } from '../text/words.ts';
import { liveWords as text } from './live-words.ts';

interface TurnTableProps {
  readonly turns: readonly LiveTurn[];
  readonly onChanged: () => Promise<void>;
}

export function TurnTable({ turns, onChanged }: TurnTableProps) {
  const may = useMay();
  const cancel: Column<LiveTurn> = {
    name: text.action,
    show: (turn) => <CancelButton turn={turn} onChanged={onChanged} />,
  };
  return (
    <DataTable
      label={text.turns}
      rows={turns}
      keyOf={(turn) => turn.job_uuid}
      columns={[...columns, ...(may('cancelTurn') ? [cancel] : [])]}
    />
  );
}

const columns: readonly Column<LiveTurn>[] = [
  {
    name: text.turn,
    show: ({ client, job_uuid: uuid }) => (
      <span class="row-link">
        <a href={addressOf('partners', client)}>{client}</a> <small>{uuid}</small>
      </span>
    ),
  },
  { name: text.state, show: (turn) => <TurnState turn={turn} /> },
  {
    name: text.age,
    number: true,
    show: ({ started_at: started, created_at: created }) => <Age at={started ?? created} />,
  },
  {
    name: text.user,
    spare: true,
    show: ({ external_user_id: user }) => <span dir="auto">{user ?? words.unknown}</span>,
  },
  { name: text.agent, spare: true, show: ({ agent }) => agent },
  {
    name: text.model,
    spare: true,
    show: ({ provider, model }) =>
      provider === null ? words.unknown : <code>{[provider, model].filter(Boolean).join('/')}</code>,
  },
];

function TurnState({ turn }: { readonly turn: LiveTurn }) {
  const { state, delivery, lane, attempt, cancelling, deep_dive: deepDive } = turn;
  const kind = delivery === 'stream' ? text.stream : (text.lanes[lane ?? ''] ?? text.job);
  return (
    <span class="named">
      <Badge tone={cancelling ? 'warning' : state === 'running' ? 'accent' : 'plain'}>
        {cancelling ? text.cancelling : text[state]}
      </Badge>{' '}
      <small>
        {[kind, attempt > 1 && text.attempt(attempt), deepDive && text.deepDive].filter(Boolean).join(', ')}
      </small>
    </span>
  );
}

function CancelButton({ turn, onChanged }: { readonly turn: LiveTurn } & Pick<TurnTableProps, 'onChanged'>) {
  const { api } = useConsole();
  const { client, job_uuid: uuid } = turn;
  const cancel = async () => {
    await api.send(call('cancelTurn', { params: { client, uuid } }));
    toast(text.wasCancelled);
    await onChanged();
  };
  return (
    <AskButton
      label={text.cancel}
      about={uuid}
      title={text.cancelTitle}
      dismiss={text.keep}
      danger
      onConfirm={cancel}
    >
      {text.cancelBody(client)}
    </AskButton>
  );
}
