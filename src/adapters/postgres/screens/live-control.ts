import type { NewAuditEntry } from '#core/audit/audit.ts';
import type { LiveControl } from '#core/operations/live-operations.ts';
import { appendAuditEntry } from '../administration/audit-store.ts';
import type { Database } from '../database/database.ts';

export class PostgresLiveControl implements LiveControl {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  setDraining(processId: string, draining: boolean, entry: NewAuditEntry): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const found = await transaction.query(
        'update processes set draining = $2 where id = $1 and lease_until > now() returning id',
        [processId, draining],
      );
      if (found.length > 0) await appendAuditEntry(transaction, entry);
      return found.length > 0;
    });
  }

  note(entry: NewAuditEntry): Promise<void> {
    return this.#database.transaction((transaction) => appendAuditEntry(transaction, entry));
  }
}
