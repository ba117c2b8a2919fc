import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Database, type Queryable } from '#adapters/postgres/database/database.ts';
import { admissionsLiteral } from '#adapters/postgres/turns/turn-batches.ts';
import type { AdmissionRow } from '#adapters/postgres/turns/turn-rows.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { buildAdmission, createClient, ownerIn } from '#test/world/factories.ts';

it('an admission waits for one of the same client that is being committed, and counts it', async () => {
  await using stored = await createTestDatabase();
  await using database = new Database({ connectionString: stored.url, connections: 3 });
  const client = await createClient(database, { daily_limit: 2 });
  const admit = async (within: Queryable, user: string) => {
    const literal = admissionsLiteral([buildAdmission(client, ownerIn(client, user))]);
    const [row] = await within.query<{ answers: AdmissionRow[] }>('select admit_turns($1) as answers', [
      literal,
    ]);
    return row?.answers[0]?.status;
  };
  // The day has its row: making it would be waited for by itself.
  assert.equal(await admit(database, 'anna'), 'admitted');
  const held = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const first = database.transaction(async (transaction) => {
    const status = await admit(transaction, 'ben');
    isHeld.resolve();
    await held.promise;
    return status;
  });
  await isHeld.promise;
  const second = admit(database, 'carl');
  await untilOneWaits(database);
  held.resolve();
  assert.deepEqual([await first, await second], ['admitted', 'quota_exceeded']);
});

async function untilOneWaits(database: Queryable): Promise<void> {
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await database.query(waiting)).length === 0) await delay(10);
}
