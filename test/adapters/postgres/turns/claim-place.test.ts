import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { createClient, ownerIn, type StartedTurn, startTurn } from '#test/world/factories.ts';

describe('the place from which on a claim looks for jobs', () => {
  const worker = randomUUID();
  let testDatabase: TestDatabase;
  let database: Database;
  let turns: PostgresTurnStore;

  beforeEach(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 4);
    turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    await turns.register(worker, 600_000, 20);
  });
  afterEach(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  it('goes back to a job that waits again', async () => {
    const client = await createClient(database);
    const [first, second] = [await enqueue(client), await enqueue(client)];
    assert.deepEqual([await claim(1), await claim(1)], [[first.turnId], [second.turnId]]);
    await turns.release(client.id, first.turnId, 1);
    assert.deepEqual(await claim(1), [first.turnId]);
  });

  it('is before the next job of a client that had none, also when the first one waits far behind', async () => {
    const crowd = await createClient(database);
    const backlog: StartedTurn[] = [];
    for (let nth = 0; nth < 5; nth += 1) backlog.push(await enqueue(crowd));
    const last = backlog.pop();
    for (const job of backlog) await turns.cancel(job.admission.owner, job.turnId);
    const limited = await enqueue(await createClient(database, { concurrent_turns: 1 }));
    assert.deepEqual(await claim(1), [limited.turnId]);
    const next = await enqueue(await createClient(database));
    assert.deepEqual(await claim(5), [next.turnId, last?.turnId]);
  });

  it('does not go past a job whose transaction is rolled back', async () => {
    const client = await createClient(database);
    const [first, second] = [await enqueue(client), await enqueue(client)];
    await assert.rejects(
      database.transaction(async (transaction) => {
        await transaction.query('select from turns where id = $1 for update', [first.turnId]);
        assert.deepEqual(await claim(5), [second.turnId]);
        throw new Error('rolled back');
      }),
    );
    assert.deepEqual(await claim(5), [first.turnId]);
  });

  it('is the first of all again when the counts know of a job that was not found', async () => {
    const job = await enqueue(await createClient(database));
    await database.query('update lanes set first_tag = 1000000, virtual_time = 1000000');
    assert.deepEqual([await claim(1), await claim(1)], [[], [job.turnId]]);
  });

  function enqueue(client: Client): Promise<StartedTurn> {
    return startTurn(turns, client, ownerIn(client), { kind: 'job' });
  }

  async function claim(count: number): Promise<string[]> {
    return (await turns.claim('standard', worker, count)).map(({ id }) => id);
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'A job that waits again is found, although the next search begins behind it',
    file: 'database/functions/4-queue-counts.sql',
    replace: 'and (new.tag, new.id) < (first_tag, first_id);',
    by: 'and false;',
  },
  {
    rule: 'New jobs are never behind the place where a claim begins to look',
    file: 'database/functions/7-claim.sql',
    replace: 'least(p_tag, p_time + 1)',
    by: 'p_tag',
  },
  {
    rule: 'A claim does not begin to look behind a job that was only locked',
    file: 'database/functions/7-claim.sql',
    replace: 'advance_lane(l, v_last, v_first.tag, v_first.id, v_taken)',
    by: 'advance_lane(l, v_last, v_last, t.id, v_taken)',
  },
  {
    rule: 'A claim begins anew where the counts know of a job that it did not find',
    file: 'database/functions/7-claim.sql',
    replace: 'v_first.tag := 0;',
    by: 'null;',
  },
];
