import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { DatabaseUnavailable } from '#core/errors.ts';
import { createTestDatabase } from '#test/database/test-database.ts';

test('a process that stops in the middle of a transaction loses its locks to those who wait', async () => {
  await using testDatabase = await createTestDatabase();
  const connectionString = testDatabase.url;
  await using stopped = new Database({ connectionString });
  await using waiting = new Database({ connectionString, lockTimeoutMs: 14_000 });
  let hasLock = false;
  const transaction = stopped.transaction(async (session) => {
    await session.query('select lock_queue()');
    await waiting.query('select lock_queue()');
    hasLock = true;
    await session.query('select 1');
  });
  await assert.rejects(transaction, DatabaseUnavailable);
  assert.ok(hasLock);
});
