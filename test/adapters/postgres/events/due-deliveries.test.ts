import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PostgresDueWorkStore } from '#adapters/postgres/turns/due-work-store.ts';
import { PostgresWebhookStore } from '#adapters/postgres/webhooks/webhook-store.ts';
import { newId } from '#core/shared/new-id.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { storeEndpoint, storeEvents } from '#test/webhooks/stored-endpoints.ts';
import { createClient } from '#test/world/factories.ts';

test('deliveries of a revoked client are not due, since they wait until it is enabled', async () => {
  await using testDatabase = await createTestDatabase();
  await using database = openPatientDatabase(testDatabase.url, 1);
  const { id: clientId } = await createClient(database, { events_since: new Date() });
  await storeEndpoint(new PostgresWebhookStore(database), clientId);
  await storeEvents(database, clientId);
  await database.query('select spread_events(1000)');
  const store = new PostgresDueWorkStore(database);
  const areDue = async () => (await store.dueWork(newId(), 1_000, true)).deliveries;
  const enable = (enabled: boolean) =>
    database.query('update clients set enabled = $1 where id = $2', [enabled, clientId]);
  await enable(false);
  assert.equal(await areDue(), false);
  await enable(true);
  assert.equal(await areDue(), true);
});

export const breaks: readonly Break[] = [
  {
    rule: 'What waits for a revoked client is not due',
    file: 'database/functions/12-due-work.sql',
    replace: 'on c.id = w.client_id and c.enabled',
    by: 'on c.id = w.client_id',
  },
];
