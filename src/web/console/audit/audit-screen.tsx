import type { AuditEntryResource } from '#contract/admin.ts';
import { AuditEntries } from '../components/audit-entries.tsx';
import { MoreButton } from '../components/more-button.tsx';
import { ListState } from '../components/read-state.tsx';
import { Screen } from '../components/screen.tsx';
import { useConsole } from '../console-context.ts';
import { type Filters, queryOf } from '../state/route.ts';
import { useDebounced } from '../state/use-debounced.ts';
import { useList } from '../state/use-list.ts';
import { words } from '../text/words.ts';
import { AuditFilters } from './audit-filters.tsx';
import { auditScreenWords as text } from './audit-screen-words.ts';
import { ExportButton } from './export-button.tsx';

export function AuditScreen() {
  const { filters } = useConsole().route.value;
  const query = useDebounced(auditQuery(filters), 400);
  const list = useList<AuditEntryResource>(`/audit${query}`, ({ id }) => String(id));
  return (
    <Screen title={words.sectionNames.audit} note={text.note} tools={<ExportButton query={query} />}>
      <AuditFilters />
      <ListState list={list} empty={text.noMatch} />
      {list.items !== null && list.items.length > 0 && (
        <div class="sheet" aria-busy={list.isStale}>
          <AuditEntries entries={list.items} />
        </div>
      )}
      <MoreButton {...list} />
    </Screen>
  );
}

function auditQuery(filters: Filters): string {
  const trimmed = (name: string) => filters[name]?.trim();
  return queryOf({
    client: trimmed('client'),
    actor: trimmed('actor'),
    action: trimmed('action'),
    since: trimmed('since'),
    until: trimmed('until'),
    limit: '50',
  });
}
