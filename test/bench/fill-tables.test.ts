import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { insertClient } from '../../bench/support/admissions.ts';
import { fillConversations, fillQueue } from '../../bench/support/fill-tables.ts';

describe('tables that the bench fills', () => {
  test('have the counts of a queue that grew job by job', async () => {
    await using base = await createTestDatabase();
    await using database = new Database({ connectionString: base.url });
    await fillQueue(base.url, 5_000);
    const counts = await database.query(
      `select level, sum(queued)::int as queued
        from lanes l join lane_ranges r on r.lane = l.lane and r.epoch = l.epoch group by 1 order by 1`,
    );
    assert.deepEqual(
      counts,
      [1, 2, 3].map((level) => ({ level, queued: 5_000 })),
    );
    const [clients] = await database.query(`select count(*)::int as of, max(last_tag)::int as last
      from lanes l join lane_clients c on c.lane = l.lane and c.epoch = l.epoch`);
    assert.deepEqual(clients, { of: 1_000, last: 5 });
  });

  test('have the conversations of one user and of many', async () => {
    await using base = await createTestDatabase();
    await using database = new Database({ connectionString: base.url });
    await insertClient(database);
    await fillConversations(base.url, { user: 'reader', own: 3, others: 20 });
    const [counts] = await database.query(`select count(*)::int as all,
      count(*) filter (where external_user_id = 'reader')::int as own from conversations`);
    assert.deepEqual(counts, { all: 23, own: 3 });
  });
});
