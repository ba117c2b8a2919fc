import { MoreButton } from '../../administration/components/more-button.tsx';
import { ListState } from '../../administration/components/read-state.tsx';
import { useDebouncedCall } from '../../administration/state/use-debounced.ts';
import { useList } from '../../administration/state/use-list.ts';
import { Screen } from '../components/screen.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { words } from '../text/words.ts';
import { AuditEntries } from './audit-entries.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditQuery } from './audit-query.ts';
import { auditScreenWords as text } from './audit-screen-words.ts';
import { ExportButton } from './export-button.tsx';

export function AuditScreen() {
  const { filters } = useConsole().route.value;
  const query = auditQuery(filters);
  const list = useList(useDebouncedCall(call('listAudit', { query: { ...query, limit: 50 } })), ({ id }) =>
    String(id),
  );
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
