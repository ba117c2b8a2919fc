import type { AuditEntryResource } from '#contract/audit/audit-entry.ts';
import { csv } from '#contract/shared/csv.ts';
import { useAction } from '../../administration/state/use-action.ts';
import { toast } from '../../shared/components/toast.tsx';
import { download } from '../../shared/download.ts';
import { count } from '../components/format.ts';
import { useConsole } from '../console-context.ts';
import type { Api } from '../state/api.ts';
import { call } from '../state/call.ts';
import type { AuditQuery } from './audit-query.ts';
import { auditScreenWords as text } from './audit-screen-words.ts';

/** Spreadsheets cannot open much larger files; the dates narrow the export down. */
const mostEntries = 10_000;

export function ExportButton({ query }: { readonly query: AuditQuery }) {
  const { api } = useConsole();
  const { busy, problem, run } = useAction();
  const save = async () => {
    const entries = await readAll(api, query);
    download('audit.csv', 'text/csv', auditCsv(entries));
    const shown = count(entries.length);
    toast(entries.length < mostEntries ? text.exported(shown) : text.tooMany(shown));
  };
  return (
    <>
      {problem.value !== null && <p role="alert">{problem.value}</p>}
      <button type="button" class="button" disabled={busy.value} onClick={() => void run(save)}>
        {busy.value ? text.exporting : text.export}
      </button>
    </>
  );
}

async function readAll(api: Api, query: AuditQuery): Promise<readonly AuditEntryResource[]> {
  const readFrom = (cursor: string | undefined) =>
    api.read(call('listAudit', { query: { ...query, limit: 100, cursor } }));
  const entries: AuditEntryResource[] = [];
  let cursor: string | undefined;
  do {
    const answer = await readFrom(cursor);
    if (answer === 'unchanged') break;
    entries.push(...answer.data.data);
    cursor = answer.data.next_cursor ?? undefined;
  } while (cursor !== undefined && entries.length < mostEntries);
  return entries;
}

function auditCsv(entries: readonly AuditEntryResource[]): string {
  return csv([
    ['id', 'at', 'actor', 'action', 'client', 'subject', 'before', 'after'],
    ...entries.map(({ id, at, actor, action, client, subject, before, after }) => [
      id,
      at,
      actor,
      action,
      client ?? '',
      subject,
      before === null ? '' : JSON.stringify(before),
      after === null ? '' : JSON.stringify(after),
    ]),
  ]);
}
