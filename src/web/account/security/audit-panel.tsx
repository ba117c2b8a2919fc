import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AuditEntryResource } from '#contract/admin.ts';
import { localDate } from '../../shared/dates.ts';
import { useAccount } from '../account-context.ts';
import { LoadState } from '../components/load-state.tsx';
import { Panel } from '../components/panel.tsx';
import { TableFrame } from '../components/table-frame.tsx';
import { useAction } from '../state/use-action.ts';
import { words } from '../text/words.ts';
import { describeChange } from './describe-change.ts';

export function AuditPanel() {
  const { client } = useAccount();
  const entries = useSignal<readonly AuditEntryResource[] | null>(null);
  const cursor = useSignal<string | null>(null);
  const { busy, problem, run } = useAction();
  const load = () =>
    run(async () => {
      const page = await client.listAudit(cursor.value);
      entries.value = [...(entries.value ?? []), ...page.data];
      cursor.value = page.next_cursor;
    });
  useEffect(() => void load(), []);
  const shown = entries.value ?? [];
  return (
    <Panel title={words.security.audit} note={words.security.auditNote}>
      <LoadState
        isLoaded={entries.value !== null}
        isEmpty={entries.value?.length === 0}
        empty={words.security.noAudit}
        problem={problem.value}
        onRetry={() => void load()}
      />
      {shown.length > 0 && <AuditTable entries={shown} />}
      {cursor.value !== null && (
        <div>
          <button type="button" class="button small" disabled={busy.value} onClick={() => void load()}>
            {words.more}
          </button>
        </div>
      )}
    </Panel>
  );
}

function AuditTable({ entries }: { readonly entries: readonly AuditEntryResource[] }) {
  const { users } = useAccount();
  const { when, who, what, subject, details, operator } = words.security;
  const nameOf = (actor: string) =>
    actor === 'operator' ? operator : (users.value.find(({ id }) => id === actor)?.email ?? actor);
  return (
    <TableFrame label={words.security.audit}>
      <thead>
        <tr>
          {[when, who, what, subject, details].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td class="moment">{localDate(entry.at)}</td>
            <td dir="auto">{nameOf(entry.actor)}</td>
            <td>
              <code>{entry.action}</code>
            </td>
            <td dir="auto">{entry.subject}</td>
            <td class="change">{describeChange(entry.before, entry.after)}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
