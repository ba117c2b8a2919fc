import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Lane } from '#contract/jobs.ts';
import type { Client } from '#core/clients/client.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { createClient, ownerIn, startTurn } from '#test/world/factories.ts';

/** The fair order counts from the job that was claimed last, so that no client is ahead for having come late. */
describe('A lane that has served many jobs', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let turns: PostgresTurnStore;
  let worker: string;
  before(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 4);
    turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    worker = randomUUID();
    await turns.register(worker, 600_000, 20);
  });
  beforeEach(() => database.query('delete from turns'));
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  for (const lane of ['standard', 'priority'] as const) {
    it(`serves a client that comes now in turn with one that has waited: ${lane}`, async () => {
      const [early, late] = [await createClient(database), await createClient(database)];
      await enqueue(early, 30, lane);
      await claim(20, lane);
      await enqueue(late, 10, lane);
      const order = await claim(20, lane);
      assert.deepEqual([...countsIn(order.slice(0, 10)).values()], [5, 5]);
      assert.deepEqual(countsIn(order).get(late.id), 10);
    });
  }

  it('serves a client that was away in turn, and not at once what it did not ask for meanwhile', async () => {
    const [away, busy] = [await createClient(database), await createClient(database)];
    await enqueue(away, 1);
    await enqueue(busy, 21);
    await claim(12);
    await enqueue(away, 10);
    assert.deepEqual([...countsIn(await claim(10)).values()], [5, 5]);
  });

  it('has a clock of its own, whatever the other lane has served', async () => {
    const [early, late, other] = [
      await createClient(database),
      await createClient(database),
      await createClient(database),
    ];
    await enqueue(early, 10);
    await enqueue(other, 30, 'priority');
    await claim(30, 'priority');
    await enqueue(late, 10);
    assert.deepEqual([...countsIn(await claim(10)).values()], [5, 5]);
  });

  async function enqueue(client: Client, count: number, lane: Lane = 'standard'): Promise<void> {
    for (let nth = 0; nth < count; nth++) {
      await startTurn(turns, client, ownerIn(client, `user-${nth}`), {
        kind: 'job',
        lane,
        priority: lane === 'priority',
        queueCapacity: 100_000,
      });
    }
  }

  /** The clients of the claimed jobs, in their order. */
  async function claim(count: number, lane: Lane = 'standard'): Promise<readonly number[]> {
    return (await turns.claim(lane, worker, count)).map(({ clientId }) => clientId);
  }
});

function countsIn(clients: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const client of clients) counts.set(client, (counts.get(client) ?? 0) + 1);
  return counts;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A client that comes later is not served before those who have waited',
    file: 'database/functions/7-claim.sql',
    replace: 'v_last := greatest(v_last, t.tag);',
    by: '',
  },
  {
    rule: 'A client that was away is not served before those who have waited',
    file: 'database/functions/3-queue-places.sql',
    replace: 'greatest(last_tag, l.virtual_time) + p_count',
    by: 'last_tag + p_count',
  },
  {
    rule: 'A client with a backlog is served in turn with others',
    file: 'database/functions/3-queue-places.sql',
    replace: 'greatest(last_tag, l.virtual_time) + p_count',
    by: 'l.virtual_time + p_count',
  },
  {
    rule: 'What one lane has served says nothing about the turns of another',
    file: 'database/functions/7-claim.sql',
    replace: `where lane = l.lane and epoch = l.epoch
      and (virtual_time, first_tag, first_id) is`,
    by: 'where (virtual_time, first_tag, first_id) is',
  },
];
