import type { AuditEntry, AuditFilter, AuditStore, NewAuditEntry } from '#core/audit/audit.ts';
import type { Queryable, Transaction } from '../database/database.ts';

interface AuditRow {
  id: number;
  at: Date;
  actor: string;
  action: string;
  client: string | null;
  subject: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Reads the audit log. */
export class PostgresAuditStore implements AuditStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async list(filter: AuditFilter, before: number | null, limit: number): Promise<AuditEntry[]> {
    const rows = await this.#database.query<AuditRow>(
      `select a.id, a.at, a.actor, a.action, c.slug as client, a.subject, a.before, a.after
       from audit_log a left join clients c on c.id = a.client_id
       where ($1::text is null or a.client_id = (select id from clients where slug = $1))
         and ($2::text is null or a.actor = $2 or ($2 = 'cli' and starts_with(a.actor, 'cli:'))) and ($3::text is null or a.action = $3)
         and ($4::bigint is null or a.id < $4) and ($6::timestamptz is null or a.at >= $6)
         and ($7::timestamptz is null or a.at < $7)
       order by a.id desc limit $5`,
      [
        filter.clientSlug,
        filter.actor,
        filter.action,
        before,
        limit,
        filter.since ?? null,
        filter.until ?? null,
      ],
    );
    return rows.map(({ client, ...entry }) => ({ ...entry, clientSlug: client }));
  }
}

/** Writes one entry, in the same transaction as the change it describes. */
export async function appendAuditEntry(transaction: Transaction, entry: NewAuditEntry): Promise<void> {
  const { clientId, actor, action, subject, before, after } = entry;
  await transaction.query(
    `insert into audit_log (client_id, actor, action, subject, before, after) values ($1, $2, $3, $4, $5, $6)`,
    [clientId, actor, action, subject, jsonOf(before), jsonOf(after)],
  );
}

function jsonOf(members: object | null): string | null {
  return members === null ? null : JSON.stringify(members);
}
