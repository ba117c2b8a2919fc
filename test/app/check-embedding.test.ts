import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { checkEmbedding } from '#app/doctor/check-embedding.ts';
import type { Break } from '#test/break.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { createClient } from '#test/world/factories.ts';

it('doctor names ten clients that can be embedded without a limit, and none that is disabled or limited', async () => {
  await using parts = new AsyncDisposableStack();
  const { url: connectionString } = parts.use(await createTestDatabase());
  const database = parts.use(new Database({ connectionString, connections: 1 }));
  const embedded = { origins: ['https://shop.example.com'] };
  const detail = async () => {
    const found = await checkEmbedding(database);
    return typeof found === 'string' ? found : found.detail;
  };
  await createClient(database);
  for (const column of ['user_requests_limit', 'concurrent_turns', 'concurrent_turns_per_user'])
    await createClient(database, { ...embedded, [column]: 1 });
  await createClient(database, { ...embedded, enabled: false });
  assert.match(await detail(), /^every client that can be embedded/);
  const slugs = [];
  for (let count = 0; count < 11; count++) slugs.push((await createClient(database, embedded)).slug);
  const [last] = slugs.sort().splice(10);
  assert.ok((await detail()).startsWith(`${slugs.join(', ')}, … can be embedded`), await detail());
  await database.query('update clients set concurrent_turns = 1 where slug = $1', [last]);
  assert.ok((await detail()).startsWith(`${slugs.join(', ')} can be embedded`), await detail());
});

export const breaks: readonly Break[] = [
  {
    rule: 'doctor does not warn of clients that are disabled',
    file: 'src/app/doctor/check-embedding.ts',
    replace: 'where enabled and origins',
    by: 'where origins',
  },
  {
    rule: 'doctor says that it does not name every client',
    file: 'src/app/doctor/check-embedding.ts',
    replace: "unguarded.length > shown ? [...slugs, '…'] : slugs",
    by: 'slugs',
  },
  {
    rule: 'doctor names ten clients where there are ten',
    file: 'src/app/doctor/check-embedding.ts',
    replace: 'unguarded.length > shown ?',
    by: 'unguarded.length >= shown ?',
  },
  {
    rule: 'A limit on the concurrent answers of a user guards an embedded client',
    file: 'src/app/doctor/check-embedding.ts',
    replace: ' and concurrent_turns_per_user is null',
    by: '',
  },
];
