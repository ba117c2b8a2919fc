import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { PostgresOpenKeyStore } from '#adapters/postgres/sign-in/ended-access-stores.ts';
import type { Break } from '#test/break.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { createClient } from '#test/world/factories.ts';

test('a key reads on while it is one of its client’s keys, and the client is enabled', async () => {
  await using stored = await createTestDatabase();
  await using database = new Database({ connectionString: stored.url, connections: 1 });
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const { id: clientId } = await createClient(database, { key_hash: first });
  const keys = [first, second].map((keyHash) => ({ clientId, keyHash }));
  const store = new PostgresOpenKeyStore(database);
  const change = (columns: string) =>
    database.query(`update clients set ${columns} where id = $1`, [clientId]);
  const overlap = (ends: string) =>
    `key_hash = '\\x${second.toString('hex')}', previous_key_hash = '\\x${first.toString('hex')}',
     previous_key_successor = '\\x${second.toString('hex')}', previous_key_until = now() + interval '${ends}'`;

  assert.deepEqual(await store.findEnded(keys), [1]);
  await change(overlap('1 hour'));
  assert.deepEqual(await store.findEnded(keys), []);
  await change(overlap('-1 second'));
  assert.deepEqual(await store.findEnded(keys), [0]);
  await change('enabled = false');
  assert.deepEqual(await store.findEnded(keys), [0, 1]);
});

export const breaks: readonly Break[] = [
  {
    rule: 'a key reads on as long as its overlap lasts',
    file: 'src/adapters/postgres/sign-in/ended-access-stores.ts',
    replace: '(c.key_hash = o.hash or (c.previous_key_hash = o.hash and ${previousKeyLasts}))',
    by: '(c.key_hash = o.hash and ${previousKeyLasts} is not null or c.key_hash = o.hash)',
  },
];
