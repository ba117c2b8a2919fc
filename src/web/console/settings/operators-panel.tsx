import type { OperatorResource } from '#contract/console/session.ts';
import { Badge } from '../../administration/components/badge.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { Ago } from '../components/ago.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { count } from '../components/format.ts';
import { useMay, useSession } from '../state/use-session.ts';
import { words } from '../text/words.ts';
import { LinkButton } from './link-button.tsx';
import { OperatorActions } from './operator-actions.tsx';
import type { SettingsProps } from './settings-props.ts';
import { settingsWords as text } from './settings-words.ts';

export function OperatorsPanel({ settings: { operators }, refresh }: SettingsProps) {
  const may = useMay();
  if (operators === null) return <p class="empty">{text.operatorsHidden}</p>;
  const actions: Column<OperatorResource> = {
    name: text.action,
    show: (operator) => <OperatorActions operator={operator} onChanged={refresh} />,
  };
  return (
    <Panel
      title={text.operators}
      note={text.operatorsNote}
      tools={may('linkOperator') && <LinkButton label={text.newOperator} email="" onMade={refresh} />}
    >
      <DataTable
        label={text.operators}
        rows={operators}
        keyOf={({ id }) => id}
        columns={[...columns, ...(may('updateOperator') ? [actions] : [])]}
      />
    </Panel>
  );
}

const columns: readonly Column<OperatorResource>[] = [
  { name: text.email, show: (operator) => <OperatorName operator={operator} /> },
  { name: text.role, show: ({ role }) => words.roles[role] ?? role },
  { name: text.passkeys, number: true, spare: true, show: ({ passkeys }) => count(passkeys) },
  {
    name: text.lastSeen,
    spare: true,
    show: ({ last_seen_at: at }) => (at === null ? text.never : <Ago at={at} />),
  },
];

function OperatorName({ operator: { id, email, enabled } }: { readonly operator: OperatorResource }) {
  const isOwn = useSession().operator.id === id;
  return (
    <span class="named">
      <span dir="auto">{email}</span> {isOwn && <Badge>{text.you}</Badge>}{' '}
      {!enabled && <Badge tone="danger">{text.disabled}</Badge>}
    </span>
  );
}
