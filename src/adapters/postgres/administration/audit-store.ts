import type { AuditEntry, AuditFilter, AuditStore, NewAuditEntry } from '#core/audit/audit.ts';
import { camelRows } from '../database/camel-rows.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import type { Statement } from '../database/statement-group.ts';

/** An entry as `camelRows` reads it: of `audit_log a`, with `auditJoins`. */
export const auditColumns = `a.id, a.at, a.actor, a.action, c.slug as client_slug, a.subject, a.before, a.after,
  o.email as actor_email, s.email as subject_email`;

export const auditJoins = `left join clients c on c.id = a.client_id
  left join operators o on a.actor = 'op:' || o.id left join operators s on a.subject = 'op:' || s.id`;

/** Reads the audit log. */
export class PostgresAuditStore implements AuditStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  list(filter: AuditFilter, before: number | null, limit: number): Promise<AuditEntry[]> {
    const { where, values } = conditionsOf(filter, before);
    return camelRows(
      this.#database,
      `select ${auditColumns} from audit_log a ${auditJoins}
       ${where} order by a.id desc limit $${values.length + 1}`,
      [...values, limit],
    );
  }
}

/** Only the conditions that are asked for: an empty one would keep the planner from using the index of another. */
function conditionsOf(filter: AuditFilter, before: number | null) {
  const given: string[] = [];
  const values: unknown[] = [];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value == null) return;
    values.push(value);
    given.push(condition(`$${values.length}`));
  };
  if (filter.actor === 'cli') given.push(byShell);
  else add(filter.actor, (actor) => `a.actor = ${actor}`);
  add(filter.clientSlug, (slug) => `a.client_id = (select id from clients where slug = ${slug})`);
  add(filter.action, (action) => `a.action = ${action}`);
  add(before, (id) => `a.id < ${id}`);
  add(filter.since, (since) => `a.at >= ${since}`);
  add(filter.until, (until) => `a.at < ${until}`);
  return { where: given.length === 0 ? '' : `where ${given.join(' and ')}`, values };
}

/** As the index audit_log_shell has it. */
const byShell = `(a.actor = 'cli' or starts_with(a.actor, 'cli:'))`;

/** Writes one entry, in the same transaction as the change it describes. */
export async function appendAuditEntry(transaction: Transaction, entry: NewAuditEntry): Promise<void> {
  const { text, values } = appendingAuditEntry(entry);
  await transaction.query(text, values);
}

/** The same as a statement among those that store a change. */
export function appendingAuditEntry(
  entry: NewAuditEntry,
): Statement & { readonly values: readonly unknown[] } {
  const { clientId, actor, action, subject, before, after } = entry;
  return {
    text: 'insert into audit_log (client_id, actor, action, subject, before, after) values ($1, $2, $3, $4, $5, $6)',
    values: [clientId, actor, action, subject, jsonOf(before), jsonOf(after)],
  };
}

function jsonOf(members: object | null): string | null {
  return members === null ? null : JSON.stringify(members);
}
