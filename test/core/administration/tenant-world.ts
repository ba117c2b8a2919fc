import { createTenantAdministration } from '#adapters/postgres/administration/tenant-administration.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Administration } from '#core/administration/administration.ts';
import type { Actor } from '#core/audit/actor.ts';
import type { AuditEntry } from '#core/audit/audit.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';

export const operator: Actor = { kind: 'operator-cli' };

/** A database of its own with the administration and the turns that it must stop. */
export interface TenantWorld extends Administration, AsyncDisposable {
  readonly database: Database;
  readonly turns: PostgresTurnStore;
  versionOf(slug: string): Promise<number>;
  /** The newest entry. */
  lastAudit(): Promise<AuditEntry>;
  countOf(table: string): Promise<number>;
}

export async function openTenantWorld(): Promise<TenantWorld> {
  const testDatabase = await createTestDatabase();
  const database = openPatientDatabase(testDatabase.url, 4);
  const administration = createTenantAdministration(database, ['openai', 'local']);
  return {
    ...administration,
    database,
    turns: new PostgresTurnStore(database, { notify: () => Promise.resolve() }),
    versionOf: async (slug) => (await administration.clients.find(slug)).version,
    async lastAudit() {
      const anything = { clientSlug: null, actor: null, action: null };
      const [entry] = await administration.audit.list(anything, null, 1);
      if (entry === undefined) throw new Error('the audit log is empty');
      return entry;
    },
    async countOf(table) {
      const [row] = await database.query<{ count: number }>(`select count(*) as count from ${table}`);
      return row?.count ?? 0;
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await testDatabase.drop();
    },
  };
}
