import type { OperatorSessionResource } from '#contract/console/session.ts';
import { Badge } from '../../administration/components/badge.tsx';
import { AskButton } from '../../administration/dialogs/ask-button.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { localDate } from '../../shared/dates.ts';
import { Ago } from '../components/ago.tsx';
import { DataTable } from '../components/data-table.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import type { SettingsProps } from './settings-props.ts';
import { settingsWords as text } from './settings-words.ts';

export function SessionsPanel({ settings: { sessions }, refresh }: SettingsProps) {
  return (
    <Panel title={text.sessions}>
      <DataTable
        label={text.sessions}
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          { name: text.operator, show: ({ operator }) => <span dir="auto">{operator}</span> },
          { name: text.kind, show: ({ kind }) => text.kinds[kind] },
          { name: text.lastSeen, spare: true, show: ({ last_seen_at: at }) => <Ago at={at} /> },
          { name: text.ends, spare: true, show: ({ expires_at: at }) => localDate(at) },
          { name: text.action, show: (session) => <SessionEnd session={session} onEnded={refresh} /> },
        ]}
      />
    </Panel>
  );
}

interface SessionEndProps {
  readonly session: OperatorSessionResource;
  readonly onEnded: () => Promise<void>;
}

/** The current session ends by signing out. */
function SessionEnd({ session: { id, operator, current }, onEnded }: SessionEndProps) {
  const { api } = useConsole();
  const end = async () => {
    await api.send(call('endOtherSession', { params: { id } }));
    await onEnded();
  };
  if (current) return <Badge>{text.current}</Badge>;
  return <AskButton label={text.end} about={operator} title={text.end} onConfirm={end} />;
}
