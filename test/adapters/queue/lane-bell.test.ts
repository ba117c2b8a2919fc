import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { BossBell } from '#adapters/queue/lane-bell.ts';
import type { Lane } from '#contract/jobs.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { createClient, ownerIn, startTurn } from '#test/world/factories.ts';

describe('the bell', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let bell: BossBell;

  before(async () => {
    testDatabase = await createTestDatabase();
    database = new Database({ connectionString: testDatabase.url, connections: 4 });
    bell = await startBell();
  });
  after(async () => {
    await bell[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  it('rings in the transaction that admits the job: when that fails, neither is there', async () => {
    const client = await createClient(database);
    const owner = ownerIn(client);
    const broken = new PostgresTurnStore(database, {
      async ring(rung, within) {
        await bell.ring(rung, within);
        throw new Error('the ring broke');
      },
    });
    await assert.rejects(startTurn(broken, client, owner, { door: 'job' }), /the ring broke/);
    assert.deepEqual(await waitingRings(), []);
    assert.deepEqual(await database.query('select id from turns'), []);
    assert.deepEqual(await database.query('select kind from ledger'), []);
  });

  it('does not pile up: what nobody has heard stands for every job of its lane', async () => {
    const client = await createClient(database);
    const turns = new PostgresTurnStore(database, bell);
    const admit = (lane: Lane) =>
      startTurn(turns, client, ownerIn(client), { door: 'job', lane, priority: lane === 'priority' });
    for (let i = 0; i < 5; i++) await admit('standard');
    await Promise.all(Array.from({ length: 40 }, () => admit('priority')));
    assert.deepEqual(await waitingRings(), ['turns-priority', 'turns-standard']);
  });

  it('is not heard by a process without a free slot, but by one that has one', async () => {
    let asked = 0;
    const busy = await startBell();
    const twice = Promise.withResolvers<void>();
    const hasRoom = () => {
      if (++asked === 4) twice.resolve();
      return false;
    };
    busy.listen({ hasRoom, onRing: () => assert.fail('it rang') });
    await bell.ring(['standard', 'priority'], database);
    await twice.promise;
    assert.equal((await waitingRings()).length, 2);
    await busy[Symbol.asyncDispose]();

    const idle = await startBell();
    const rang = Promise.withResolvers<void>();
    idle.listen({ hasRoom: () => true, onRing: () => rang.resolve() });
    await rang.promise;
    await idle[Symbol.asyncDispose]();
    await bell.ring(['standard', 'priority'], database);
  });

  function startBell(): Promise<BossBell> {
    return BossBell.start({
      connectionString: testDatabase.url,
      onError: (error) => assert.fail(String(error)),
    });
  }

  async function waitingRings(): Promise<string[]> {
    const rows = await database.query<{ name: string }>(
      `select name from pgboss.job where state = 'created' and name like 'turns-%' order by name`,
    );
    return rows.map((row) => row.name);
  }
});
