import { type ListPage, type PageQuery, readPage } from '../shared/list-page.ts';
import type { AuditEntry, AuditFilter, AuditStore } from './audit.ts';

/** The audit log, newest first. */
export function readAudit(
  audit: AuditStore,
  filter: AuditFilter,
  query: PageQuery,
): Promise<ListPage<AuditEntry>> {
  return readPage(
    query,
    oneId,
    ({ id }) => [id] as const,
    (before, limit) => audit.list(filter, before?.[0] ?? null, limit),
  );
}

function oneId(parts: readonly unknown[]): readonly [number] | null {
  const [id] = parts;
  return typeof id === 'number' && Number.isSafeInteger(id) ? [id] : null;
}
