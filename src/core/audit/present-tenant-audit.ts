import type { AuditEntryResource } from '#contract/audit/audit-entry.ts';
import { type AuditEntry, presentAuditEntry } from './audit.ts';

/** Settings that only the operator decides, and the keys and models in use, stay with the operator. */
const operatorsOwn = new Set(['agents', 'key_prefix', 'previous_key_until', 'model', 'providers', 'scopes']);

/** An entry as the administrators of its tenant see it. */
export function presentTenantAudit(entry: AuditEntry): AuditEntryResource {
  const { before, after, actor, ...rest } = presentAuditEntry(entry);
  return {
    ...rest,
    actor: actor.startsWith('hu:') ? actor : 'operator',
    actor_email: null,
    subject_email: null,
    before: withoutOperatorsOwn(before),
    after: withoutOperatorsOwn(after),
  };
}

function withoutOperatorsOwn(members: Record<string, unknown> | null): Record<string, unknown> | null {
  if (members === null) return null;
  return Object.fromEntries(Object.entries(members).filter(([name]) => !operatorsOwn.has(name)));
}
