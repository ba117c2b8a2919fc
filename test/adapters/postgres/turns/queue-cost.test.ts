import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { blocksRead } from '#test/database/reads.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { until } from '#test/reading/until.ts';
import { createClient } from '#test/world/factories.ts';
import { processUsage } from '../../../../bench/support/process-usage.ts';

describe('what a long queue costs', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let turns: PostgresTurnStore;

  beforeEach(async () => {
    testDatabase = await createTestDatabase();
    // One connection, so that what was planned in the first run is there in the second.
    const options = { connections: 1, statementTimeoutMs: 240_000 };
    database = new Database({ connectionString: testDatabase.url, ...options });
    turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  });
  afterEach(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  const shapes = {
    'a job of each of 30,000 clients': `1 + n, 'user', 1`,
    '30,000 jobs of one client': `1, 'user', n`,
    '300 jobs of each of 100 clients': `1 + n % 100, 'user', 1 + n / 100`,
  };
  for (const [shape, columns] of Object.entries(shapes)) {
    it(`is a hundred blocks at the most for a position among ${shape}`, async () => {
      await fill(30_000, columns);
      const places = await database.query<{ call: string; place: number }>(`
        select format('queue_position(%L, %s, %L)', lane, tag, id) as call, place::int
        from (select *, row_number() over (order by tag, id) as place from turns) t where place % 4999 = 0`);
      assert.equal(places.length, 6);
      for (const { call, place } of places) {
        assert.deepEqual(await database.query(`select ${call}::int as place`), [{ place }]);
        const blocks = await blocksRead(database, `select ${call}`);
        assert.ok(blocks <= 120, `${blocks} blocks at ${place}`);
      }
    });
  }

  const backlogs = {
    'a client at its limit': { concurrent_turns: 1 },
    'a user at their limit': { concurrent_turns_per_user: 1 },
  };
  for (const [whose, limits] of Object.entries(backlogs)) {
    it(`is the same for a claim behind twenty jobs of ${whose} and behind ten thousand`, async () => {
      const behind = { short: await blocksBehind(20, limits), long: await blocksBehind(10_000, limits) };
      assert.ok(behind.long < 2 * behind.short, `${behind.short} and ${behind.long} blocks`);
    });
  }

  it('is the same when the limit came after the jobs', async () => {
    const behind = { short: await blocksBehind(20, {}, 1), long: await blocksBehind(3_000, {}, 1) };
    assert.ok(behind.long < 2 * behind.short, `${behind.short} and ${behind.long} blocks`);
  });

  it('is spread over several claims when the limit came after more than ten thousand jobs', async () => {
    const client = await createClient(database);
    await fill(10_010, `${client.id}, 'user', n`);
    await database.query('update clients set concurrent_turns = 2 where id = $1', [client.id]);
    const worker = randomUUID();
    await turns.register(worker, 600_000, 20);
    const claims = [0, 0, 0].map(() => turns.claim('standard', worker, 5));
    assert.deepEqual(
      (await Promise.all(claims)).map((claimed) => claimed.length),
      [0, 2, 0],
    );
  });

  it('is nothing for looking for lost turns, however many have ended', async () => {
    await fill(20_000, `1, 'user', null`);
    await database.query(`update turns set state = 'completed'`);
    // Autovacuum that looks at the table at this moment keeps what has ended in the index.
    const isNothing = await until(async () => {
      await database.query('vacuum analyze turns');
      return (await blocksRead(database, `select lost_turns('0')`)) <= 20;
    });
    assert.ok(isNothing);
  });

  it('shuts out a client with twenty thousand waiting jobs in a third of the processor time that a statement has', async () => {
    const client = await createClient(database);
    await fill(20_000, `${client.id}, 'user', n`);
    await database.query(`insert into ledger (client_id, turn_id, kind, external_user_id, day, requests, priority, deep_dive)
      select client_id, id, 'charge', external_user_id, charge_day, 1, 0, 0 from turns`);
    const [session] = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
    assert.ok(session);
    const workedMs = () => processUsage(session.pid).cpuMs;
    const before = workedMs();
    await database.query(`select from cancel_turns($1, null, null, 'client_disabled', true)`, [client.id]);
    assert.deepEqual(
      await database.query(`select state, count(*)::int, (select count(*)::int from ledger where kind = 'refund') as refunds,
        queue_length()::int from turns group by state`),
      [{ state: 'cancelled', count: 20_000, refunds: 20_000, queue_length: 0 }],
    );
    const took = workedMs() - before;
    assert.ok(took < 5_000, `${took} ms of the processor`);
  });

  /** The cost of a claim that takes the first job of other clients, behind jobs that may not run. */
  async function blocksBehind(
    jobs: number,
    limits: object,
    limitLater: number | null = null,
  ): Promise<number> {
    await database.query('delete from turns');
    await database.query('update lanes set virtual_time = 0, first_tag = 0');
    const blocked = await createClient(database, { ...limits });
    const others = await createClient(database);
    await fill(jobs, `${blocked.id}, 'user', n`, Object.keys(limits).length > 0);
    await fill(10, `${others.id}, 'user', 20000 + n`);
    if (limitLater !== null) {
      const sql = 'update clients set concurrent_turns = $1 where id = $2';
      await database.query(sql, [limitLater, blocked.id]);
    }
    const worker = randomUUID();
    await turns.register(worker, 600_000, 20);
    // What may run of the blocked ones does, and what is met for the first time is met.
    const first = await turns.claim('standard', worker, 2);
    assert.equal(first.at(-1)?.clientId, others.id);
    // Row versions that the limit has replaced are read until they are vacuumed, which may happen at any time.
    await database.query('vacuum turns');
    const left = 'select count(*)::int as left from turns where tag is not null and client_id = $1';
    const before = await database.query(left, [others.id]);
    const blocks = await blocksRead(database, `select claim_turns('standard', '${worker}', 1)`);
    assert.notDeepEqual(await database.query(left, [others.id]), before);
    return blocks;
  }

  /** Jobs in the order, told by client, user and tag of the `n`th. */
  async function fill(jobs: number, columns: string, limited = false): Promise<void> {
    await database.query(`
      with job as (
        insert into turns (client_id, external_user_id, tag, id, conversation_id, agent_slug, door, state, lane,
          priority, deep_dive, retry, on_disconnect, user_message_id, user_seq, message_id, answer_seq, charge_day,
          limited)
        select ${columns}, gen_random_uuid(), gen_random_uuid(), 'assistant', 'job', 'queued', 'standard',
          false, false, false, 'continue', gen_random_uuid(), 1, gen_random_uuid(), 2, utc_day(), ${limited}
        from generate_series(1, ${jobs}) n
        returning lane, tag, id
      )
      select count_turns(array_agg(lane), array_agg(tag), array_agg(id), 1) from job where tag is not null`);
    await database.query('select keep_heads(id) from clients');
    await database.query('vacuum analyze turns');
    await database.query('vacuum analyze lane_ranges');
  }
});
