import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { PostgresErasureWriter } from '#adapters/postgres/people/erasure-writer.ts';
import { PostgresUserDataStore } from '#adapters/postgres/people/user-data-store.ts';
import type { Break } from '#test/break.ts';
import { blocksDuring } from '#test/database/reads.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { tablesWith } from '#test/people/search-dump.ts';
import { createClient } from '#test/world/factories.ts';
import { openTenantWorld, operator } from '../../../core/administration/tenant-world.ts';

const userId = 'anna-kowalski';
const days = 40;
const patienceMs = 120_000;

it('days of a person are known, exported and erased where the client has no counts of them', async () => {
  await using world = await openTenantWorld();
  const { client } = await world.clients.create(operator, 'acme', {});
  await storeDays(world.database, client.id);
  await world.database.query(
    `insert into quota_notices (client_id, day, external_user_id, dimension, level)
     select client_id, day, external_user_id, 'requests', 'warning' from usage_users`,
  );
  const person = { clientId: client.id, userId };
  assert.equal(await world.countOf('usage_clients'), 0);
  assert.equal(await new PostgresErasureWriter(world.database).isStored(person), true);
  const all = Array.from({ length: days }, (_, index) => index + 1);
  assert.deepEqual(await requestsOf(world.database, client.id), all);
  assert.equal(await world.userData.erase(operator, 'acme', userId, patienceMs), 'erased');
  assert.deepEqual(await tablesWith(world.database, [userId]), []);
  assert.equal(await world.countOf('usage_users'), days, 'the counts stay, without a name');
});

it('days of a person cost as much to find and to export where others have sent more', async () => {
  await using testDatabase = await createTestDatabase();
  await using database = new Database({ connectionString: testDatabase.url, connections: 1 });
  const { id: clientId } = await createClient(database);
  await storeDays(database, clientId);
  const blocks = async () => {
    const isStored = () => new PostgresErasureWriter(database).isStored({ clientId, userId });
    return [
      await blocksDuring(database, isStored),
      await blocksDuring(database, () => requestsOf(database, clientId)),
    ];
  };
  await blocks();
  const before = await blocks();
  await database.query(
    `insert into usage_users (client_id, day, external_user_id, requests)
     select $1, date '2026-01-01' + n % $2, 'other-' || n, 1 from generate_series(1, 150000) n`,
    [clientId, days],
  );
  await database.query('vacuum analyze usage_users');
  await blocks();
  for (const [index, now] of (await blocks()).entries()) {
    const few = before[index] ?? 0;
    assert.ok(now < few + 300, `${few} blocks, then ${now} beside many others`);
  }
});

async function storeDays(database: Database, clientId: number): Promise<void> {
  await database.query(
    `insert into usage_users (client_id, day, external_user_id, requests)
     select $1, date '2026-01-01' + n, $2, n from generate_series(1, $3::integer) n`,
    [clientId, userId, days],
  );
}

async function requestsOf(database: Database, clientId: number): Promise<readonly number[]> {
  const requests: number[] = [];
  for await (const { counts } of new PostgresUserDataStore(database).usage({ clientId, userId })) {
    requests.push(counts.requests);
  }
  return requests;
}

export const breaks: readonly Break[] = [
  {
    rule: 'The days of a user are known where the client has no counts of them',
    file: 'src/adapters/postgres/people/days-in-table.ts',
    replace: 'table} u where u.client_id',
    by: "table.replace('usage_users', 'usage_clients')} u where u.client_id",
  },
  {
    rule: 'The usage of a user is exported day by day',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: "daysInTable('usage_users', `coalesce($3::date, '-infinity')`)",
    by: "'select day from usage_users where client_id = $1 and ($3::date is null or day > $3) group by day'",
  },
];
