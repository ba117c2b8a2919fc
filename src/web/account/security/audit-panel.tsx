import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AuditEntryResource } from '#contract/audit/audit-entry.ts';
import { LoadState } from '../../shared/components/load-state.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { localDate } from '../../shared/dates.ts';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { useAction } from '../../administration/state/use-action.ts';
import { laterWords, words } from '../text/words.ts';
import { describeEntry } from './describe-entry.ts';

export function AuditPanel() {
  const { client } = useAccount();
  const entries = useSignal<readonly AuditEntryResource[] | null>(null);
  const cursor = useSignal<string | null>(null);
  const { busy, problem, run } = useAction();
  const load = () =>
    run(async () => {
      const page = await client.send(call('listAudit', { query: { cursor: cursor.value } }));
      entries.value = [...(entries.value ?? []), ...page.data];
      cursor.value = page.next_cursor;
    });
  useEffect(() => void load(), []);
  const shown = entries.value ?? [];
  return (
    <Panel title={laterWords().security.audit} note={laterWords().security.auditNote}>
      <LoadState
        isLoaded={entries.value !== null}
        isEmpty={entries.value?.length === 0}
        empty={laterWords().security.noAudit}
        problem={problem.value}
        onRetry={() => void load()}
      />
      {shown.length > 0 && <AuditList entries={shown} />}
      {cursor.value !== null && (
        <div>
          <button type="button" class="button small" disabled={busy.value} onClick={() => void load()}>
            {words().more}
          </button>
        </div>
      )}
    </Panel>
  );
}

/** A later service may know more actions than this page. */
function actionName(action: string): string {
  const names: Readonly<Record<string, string>> = laterWords().actions;
  return names[action] ?? action;
}

function AuditList({ entries }: { readonly entries: readonly AuditEntryResource[] }) {
  const { users } = useAccount();
  const nameOf = (id: string) => users.value.find((user) => user.id === id)?.email ?? id;
  return (
    <ul class="audit">
      {entries.map((entry) => (
        <li key={entry.id}>
          <p class="note">
            <time dateTime={entry.at}>{localDate(entry.at)}</time>
            <span dir="auto">
              {entry.actor === 'operator' ? laterWords().security.operator : nameOf(entry.actor)}
            </span>
          </p>
          <p>
            {actionName(entry.action)}: <span dir="auto">{nameOf(entry.subject)}</span>
          </p>
          <p class="change">{describeEntry(entry.before, entry.after)}</p>
        </li>
      ))}
    </ul>
  );
}
