import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { createClient, ownerIn, startTurn } from '#test/world/factories.ts';

it('a turn is refunded once, however often that is asked for, on the day of its charge', async () => {
  await using stored = await createTestDatabase();
  await using database = openPatientDatabase(stored.url, 2);
  const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  const client = await createClient(database, { deep_dive_enabled: true });
  const more = { priority: true, deepDive: true, lane: 'priority' } as const;
  const { turnId } = await startTurn(turns, client, ownerIn(client), more);
  await startTurn(turns, client, ownerIn(client), more);
  for (const table of ['usage_clients', 'usage_users', 'ledger']) {
    await database.query(`update ${table} set day = day - 3`);
  }
  for (let time = 0; time < 3; time++) {
    await database.query('select refund_turns(array_agg(t)) from turns t where id = $1', [turnId]);
  }
  const counted = 'select (utc_day() - day) as days, requests, priority, deep_dive from';
  const left = { days: 3, requests: 1, priority: 1, deep_dive: 1 };
  assert.deepEqual(await database.query(`${counted} usage_clients`), [left]);
  assert.deepEqual(await database.query(`${counted} usage_users`), [left]);
  assert.deepEqual(await database.query(`${counted} ledger where kind = 'refund'`), [left]);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A turn is refunded once, however often that is asked for',
    file: 'database/functions/8-endings.sql',
    replace: `      on conflict do nothing
      returning client_id`,
    by: '      returning client_id',
  },
  {
    rule: 'A refund belongs to the day of its charge',
    file: 'database/functions/8-endings.sql',
    replace: "select l.client_id, l.turn_id, 'refund', l.external_user_id, l.day, l.requests",
    by: "select l.client_id, l.turn_id, 'refund', l.external_user_id, utc_day() + 1, l.requests",
  },
];
