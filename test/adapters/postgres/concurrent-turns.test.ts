import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Database } from '#adapters/postgres/database.ts';
import { admissionsLiteral } from '#adapters/postgres/turn-batches.ts';
import { PostgresTurnStore } from '#adapters/postgres/turn-store.ts';
import { buildAdmission, createClient, ownerIn, startTurn } from '#test/factories.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';

describe('the limit of concurrent turns', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  before(async () => {
    testDatabase = await createTestDatabase();
    database = new Database({ connectionString: testDatabase.url, connections: 4 });
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  it("holds while a client's first admission of the day is under way", async () => {
    const turns = new PostgresTurnStore(database, { ring: () => Promise.resolve() });
    const client = await createClient(database, { concurrent_turns: 1 });
    const worker = randomUUID();
    await turns.register(worker, 60_000, 20);
    await startTurn(turns, client, ownerIn(client), { door: 'job', ifBusy: 'queue' });
    await database.query('update usage_clients set day = day - 1');
    await database.transaction(async (transaction) => {
      const stream = buildAdmission(client, ownerIn(client, 'reader'));
      await transaction.query('select admit_turns($1)', [admissionsLiteral([stream])]);
      assert.deepEqual(await turns.claim('standard', worker, 5), []);
    });
    assert.deepEqual(await turns.claim('standard', worker, 5), []);
  });
});
