import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { admitWithin } from '#test/batches/admit-within.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { buildAdmission, createClient, finishTurn, ownerIn, startTurn } from '#test/world/factories.ts';

describe('the limit of concurrent turns', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  before(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 4);
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  it("holds while a client's first admission of the day is under way", async () => {
    const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    const client = await createClient(database, { concurrent_turns: 1 });
    const worker = randomUUID();
    await turns.register(worker, 60_000, 20);
    await startTurn(turns, client, ownerIn(client), { kind: 'job', ifBusy: 'queue' });
    await database.query('update usage_clients set day = day - 1');
    await database.transaction(async (transaction) => {
      const stream = buildAdmission(client, ownerIn(client, 'reader'));
      await admitWithin(transaction, [stream]);
      assert.deepEqual(await turns.claim('standard', worker, 5), []);
    });
    assert.deepEqual(await turns.claim('standard', worker, 5), []);
  });

  it('keeps the place of a stream that waits for the turn that it interrupts', async () => {
    const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    const client = await createClient(database, { concurrent_turns: 1 });
    const worker = randomUUID();
    await turns.register(worker, 60_000, 20);
    const running = await startTurn(turns, client, ownerIn(client), { processId: worker });
    const stream = await startTurn(turns, client, ownerIn(client), {
      conversationId: running.conversationId,
      ifBusy: 'interrupt',
      processId: worker,
    });
    await startTurn(turns, client, ownerIn(client), { kind: 'job', ifBusy: 'queue' });
    await finishTurn(turns, running, 'An answer');
    assert.deepEqual(await turns.claim('standard', worker, 5), []);
    assert.notEqual(await turns.begin(client.id, stream.turnId, worker), 'wait');
    await finishTurn(turns, stream, 'An answer');
    assert.equal((await turns.claim('standard', worker, 5)).length, 1);
  });

  it('costs a claim no lock for a client without room, of which there may be thousands', async () => {
    const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    const client = await createClient(database, { concurrent_turns: 1 });
    const worker = randomUUID();
    await turns.register(worker, 60_000, 20);
    await startTurn(turns, client, ownerIn(client));
    await startTurn(turns, client, ownerIn(client), { kind: 'job', ifBusy: 'queue' });
    await database.transaction(async (transaction) => {
      assert.deepEqual(await transaction.query(`select claim_turns('standard', $1, 1)`, [worker]), []);
      const held = `select count(*)::int as locks from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`;
      // That of the queue.
      assert.deepEqual(await transaction.query(held), [{ locks: 1 }]);
    });
  });

  it('lets jobs be claimed while their client sends more', async () => {
    const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    const client = await createClient(database, { concurrent_turns: 1 });
    const worker = randomUUID();
    await turns.register(worker, 60_000, 20);
    const { conversationId } = await startTurn(turns, client, ownerIn(client), {
      kind: 'job',
      ifBusy: 'queue',
    });
    await database.transaction(async (transaction) => {
      // One that is refused, and so does not hold the queue.
      const another = buildAdmission(client, ownerIn(client), { kind: 'job', conversationId });
      await admitWithin(transaction, [another]);
      assert.equal((await turns.claim('standard', worker, 5)).length, 1);
    });
  });

  it('counts a stream that waits for its conversation when another one is admitted', async () => {
    const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    const client = await createClient(database, { concurrent_turns: 1 });
    const running = await startTurn(turns, client, ownerIn(client));
    const { conversationId } = running;
    await startTurn(turns, client, ownerIn(client), { conversationId, ifBusy: 'interrupt' });
    await finishTurn(turns, running, 'An answer');
    await assert.rejects(startTurn(turns, client, ownerIn(client)), /too_many_concurrent/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A worker takes no job of a client that is at its limit of concurrent answers',
    file: 'database/functions/6-concurrency.sql',
    replace: "return case when used.of_client >= c.concurrent_turns then 'client'",
    by: "return case when used.of_client > c.concurrent_turns then 'client'",
  },
];
