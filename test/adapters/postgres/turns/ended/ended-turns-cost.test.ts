import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { PostgresEndedTurnStore } from '#adapters/postgres/turns/ended-turn-store.ts';
import type { EndedTurnFilter } from '#core/jobs/ended-turns.ts';
import type { Break } from '#test/break.ts';
import { blocksDuring } from '#test/database/reads.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { createClient } from '#test/world/factories.ts';

const clients = 120;
const failuresOfEach = 60;
const page = 60;

test('the newest failures of all clients cost some blocks for each client, however much of each fails', async () => {
  await using testDatabase = await createTestDatabase();
  await using database = new Database({ connectionString: testDatabase.url, connections: 1 });
  const { id: first } = await createClient(database);
  for (let made = 1; made < clients; made += 1) await createClient(database);
  // Their turns fail in turn, a second apart, and are stored by client.
  await database.query(
    `insert into turns (client_id, id, conversation_id, external_user_id, agent_slug, door, state, priority, deep_dive,
       retry, on_disconnect, user_message_id, user_seq, message_id, answer_seq, charge_day, finished_at, request_id, created_at)
     select $1 + c, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(c), 3, '0')
         || '8' || lpad('', 15, '0'))::uuid, gen_random_uuid(), 'user-1', 'assistant', 'stream', 'failed', false, false,
       false, 'cancel', gen_random_uuid(), 1, gen_random_uuid(), 2, current_date, at, '', at
     from generate_series(0, $2 - 1) c, generate_series(1, $3) n,
       lateral (select now() - make_interval(secs => n * $2 + c) as at) moment`,
    [first, clients, failuresOfEach],
  );
  await database.query('vacuum analyze turns');
  const store = new PostgresEndedTurnStore(database);
  const everywhere: EndedTurnFilter = {
    ...{ clientSlug: null, userId: null, requestId: null, until: null },
    statuses: ['failed', 'expired'],
    since: new Date(Date.now() - 86_400_000),
  };
  let rows: readonly { createdAt: Date }[] = [];
  const read = async () => {
    rows = await store.list(everywhere, null, page);
  };
  await read();
  const blocks = await blocksDuring(database, read);
  assert.equal(rows.length, page);
  const ages = rows.map(({ createdAt }) => Math.round(createdAt.getTime() / 1000));
  assert.deepEqual(
    ages.map((age) => (ages[0] ?? 0) - age),
    rows.map((_, index) => index),
  );
  assert.ok(blocks < 12 * clients, `${blocks} blocks`);
});

export const breaks: readonly Break[] = [
  {
    rule: 'The newest turns of many clients are not read as a page of each',
    file: 'src/adapters/postgres/turns/ended-turn-store.ts',
    replace: 'coalesce(c.oldest, $4::uuid)',
    by: '$4::uuid',
  },
];
