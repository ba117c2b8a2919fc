import type { EndedTurn } from '#contract/jobs.ts';
import { Badge } from '../../administration/components/badge.tsx';
import { Ago } from '../components/ago.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { addressOf } from '../state/route.ts';
import { words } from '../text/words.ts';
import { failuresWords as text } from './failures-words.ts';

export function EndedTurnsTable({ turns }: { readonly turns: readonly EndedTurn[] }) {
  return <DataTable label={text.turns} rows={turns} keyOf={({ job_uuid: uuid }) => uuid} columns={columns} />;
}

const columns: readonly Column<EndedTurn>[] = [
  {
    name: text.request,
    show: ({ client, request_id: request, job_uuid: job }) => (
      <span class="row-link">
        <a href={addressOf('partners', client)}>{client}</a> <small class="breaking">{request ?? job}</small>
      </span>
    ),
  },
  { name: text.outcome, show: (turn) => <Outcome turn={turn} /> },
  { name: text.time, show: ({ finished_at: at }) => <Ago at={at} /> },
  {
    name: text.user,
    spare: true,
    show: ({ external_user_id: user }) => (
      <span class="breaking" dir="auto">
        {user ?? words.unknown}
      </span>
    ),
  },
  { name: text.agent, spare: true, show: ({ agent_slug: agent }) => agent },
  {
    name: text.model,
    spare: true,
    show: ({ provider, model }) =>
      model === null ? words.unknown : <code>{[provider, model].filter(Boolean).join('/')}</code>,
  },
];

function Outcome({ turn: { status, error_code: code, refunded } }: { readonly turn: EndedTurn }) {
  const isBad = status === 'failed' || status === 'expired';
  return (
    <span class="named">
      <Badge tone={isBad ? 'danger' : 'plain'}>{text.statuses[status]}</Badge>{' '}
      <small>{[code, refunded && text.refunded].filter(Boolean).join(', ')}</small>
    </span>
  );
}
