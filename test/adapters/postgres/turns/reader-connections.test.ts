import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Break } from '#test/break.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { until } from '#test/reading/until.ts';
import { createClient, ownerIn, startTurn } from '#test/world/factories.ts';

describe('Readers of turns', () => {
  let testDatabase: TestDatabase;
  let writing: Database;
  let reading: Database;
  before(async () => {
    testDatabase = await createTestDatabase();
    const open = (applicationName: string) =>
      new Database({
        connectionString: testDatabase.url,
        connections: 8,
        applicationName,
        statementTimeoutMs: 60_000,
        lockTimeoutMs: 60_000,
      });
    [writing, reading] = [open('writing'), open('reading')];
  });
  after(async () => {
    await Promise.all([writing, reading].map((each) => each[Symbol.asyncDispose]()));
    await testDatabase.drop();
  });

  it('wait on connections of their own, whatever they read, and keep no admission from its own', async () => {
    const turns = new PostgresTurnStore(writing, { notify: () => Promise.resolve() }, { readers: reading });
    const client = await createClient(writing);
    const owner = ownerIn(client);
    const { turnId } = await startTurn(turns, client, owner);
    const reads = await writing.transaction(async (lock) => {
      await lock.query('lock table turn_output in access exclusive mode');
      const begun = [
        turns.find(owner, turnId),
        turns.readOutput(owner, turnId, null, 0),
        turns.poll([{ owner, turnId }]),
        turns.readSlice(owner, turnId, { attempt: 0, bytes: 0 }),
      ];
      await until(async () => (await waiting()).length === begun.length);
      assert.deepEqual(new Set(await waiting()), new Set(['reading']));
      await startTurn(turns, client, ownerIn(client, 'user-2'));
      return begun;
    });
    for (const read of await Promise.all(reads)) assert.notEqual(read, null);
  });

  /** The names of the connections that wait for a lock. */
  async function waiting(): Promise<readonly string[]> {
    const rows = await writing.query<{ name: string }>(
      `select application_name as name from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.map(({ name }) => name);
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'Readers have connections of their own, so that no admission waits for theirs',
    file: 'src/adapters/postgres/turns/turn-store.ts',
    replace: 'super(readers);',
    by: 'super(readers && database);',
  },
];
