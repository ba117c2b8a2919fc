import type { Filters } from '../state/route.ts';

const names = ['client', 'actor', 'action', 'since', 'until'] as const;

export type AuditQuery = Readonly<Partial<Record<(typeof names)[number], string>>>;

/** What the filters ask for. */
export function auditQuery(filters: Filters): AuditQuery {
  return Object.fromEntries(names.map((name) => [name, filters[name]?.trim() ?? '']));
}
