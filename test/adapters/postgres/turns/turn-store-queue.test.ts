import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { lanes } from '#contract/jobs.ts';
import { PlayedQueue, type Step } from '#test/batches/played-queue.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';

const lane = fc.constantFrom(...lanes);
const onTurns = ['behind', 'interrupt', 'interruptAsStream', 'begin', 'cancel', 'expire', 'release'] as const;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('enqueue' as const),
      client: fc.nat(3),
      user: fc.nat(2),
      lane,
      count: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('claim' as const),
      lane,
      count: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom(...onTurns), pick: fc.nat(1_000) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('finish', 'die'), pick: fc.nat(1_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      client: fc.nat(3),
      turns: fc.constantFrom(null, 2, 9),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('shutOut' as const),
      client: fc.nat(3),
      user: fc.constantFrom(null, 0, 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tidy' as const) }) },
);

describe('the queue', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let turns: PostgresTurnStore;

  before(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 2);
    turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  for (const [ranges, definition] of [
    ['as they are', null],
    // Enough for some hundred turns to split and merge the ranges of every level.
    ['of a few turns', 'select 2 << (2 * (p_level - 1))'],
  ] as const) {
    it(`with ranges ${ranges}, reports every position as a plain count would, and serves in that order`, async () => {
      if (definition !== null) await redefineRangeSize(definition);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          const queue = new PlayedQueue(database, turns);
          await queue.empty();
          for (const one of steps) {
            await queue.take(one);
            await checkPositions();
            await checkRanges();
            await checkHeads();
            await checkTags();
          }
        }),
        { numRuns: 20, seed: 20_261_121 },
      );
    });
  }

  async function redefineRangeSize(definition: string): Promise<void> {
    await database.query(`create or replace function range_size(p_level integer) returns integer
      language sql immutable as '${definition}'`);
  }

  async function checkPositions(): Promise<void> {
    const rows = await database.query<{ told: number; counted: number }>(`
      select queue_position(t.lane, t.tag, t.id) as told,
        row_number() over (partition by t.lane order by t.tag, t.id) as counted
      from turns t where t.tag is not null`);
    for (const { told, counted } of rows) assert.equal(told, counted);
  }

  /** Each range contains what it states, none is too large, and each begins where one of the level below does. */
  async function checkRanges(): Promise<void> {
    const wrong = await database.query(`
      with ranges as (
        select *, lead(tag) over w as to_tag, lead(id) over w as to_id from lane_ranges
        window w as (partition by lane, level order by tag, id)
      )
      select lane, level, queued from ranges r
      where queued > 2 * range_size(level)
        or queued <> (select count(*) from turns t where t.lane = r.lane and (t.tag, t.id) >= (r.tag, r.id)
          and (r.to_tag is null or (t.tag, t.id) < (r.to_tag, r.to_id)))
        or (level > 1 and not exists (select from lane_ranges b where b.lane = r.lane and b.level = r.level - 1
          and b.tag = r.tag and b.id = r.id))`);
    assert.deepEqual(wrong, []);
  }

  /** For clients that had a limit: the first turn of each, and of each of their users. */
  async function checkHeads(): Promise<void> {
    const told = 'select lane, client_id, user_id, tag, id from lane_heads';
    const found = `select distinct on (lane, client_id, user_id) lane, client_id, user_id, tag, id
      from turns, unnest(array['', external_user_id]) user_id where tag is not null and limited
      order by lane, client_id, user_id, tag, id`;
    const wrong = `((${told}) except (${found})) union all ((${found}) except (${told}))`;
    assert.deepEqual(await database.query(wrong), []);
  }

  /** A turn has a tag exactly while a worker may claim it: a job that is the first of a free conversation. */
  async function checkTags(): Promise<void> {
    const wrong = await database.query(`
      select id, state, tag from turns t
      where (tag is not null) is distinct from (door = 'job' and state = 'queued' and not exists (
        select from turns o where o.client_id = t.client_id and o.conversation_id = t.conversation_id and o.id <> t.id
          and (o.state = 'running' or (o.state = 'queued'
            and (-o.overtakes, o.answer_seq) < (-t.overtakes, t.answer_seq)))))`);
    assert.deepEqual(wrong, []);
  }
});
