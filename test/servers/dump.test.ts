import assert from 'node:assert/strict';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import type { Break } from '#test/break.ts';
import { readTableRows } from '#test/database/table-rows.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { PostgresServer } from '#test/servers/postgres-server.ts';
import { startService } from '#test/world/process.ts';
import { runParley } from '../cli/run-parley.ts';

it('a server is dumped while it serves, and the dump fills an empty database with the same rows', async (t) => {
  const folder = makeFolder('parley-dump-');
  t.after(() => rm(folder, { recursive: true }));
  await using server = await PostgresServer.start();
  for (const name of ['parley', 'empty']) await server.query(`CREATE DATABASE ${name}`);
  const parley = (words: string, database = 'parley') =>
    runParley([...words.split(' '), '--json'], {
      env: { DATABASE_URL: server.url(database), PARLEY_SECRET: 's'.repeat(32) },
      folder,
    });
  const created = await parley('client create acme');
  {
    const env = { DATABASE_URL: server.url('parley'), PARLEY_SECRET: 's'.repeat(32) };
    await using service = await startService({ env });
    const response = await fetch(`${service.origin}/v1/stream`, {
      method: 'POST',
      headers: { authorization: `Bearer ${created.json().api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'What is Parley?', context: { external_user_id: 'user-1' } }),
    });
    await response.text();
    const beside = await parley('backup beside');
    assert.equal(beside.code, 0, beside.stderr);
  }
  // Nothing changes any more, so every row can be compared.
  const made = await parley('backup copy');
  assert.equal(made.code, 0, made.stderr);
  assert.equal(made.json().backup?.kind, 'dump');
  assert.match(made.stdout, /the master secret is not in the backup/);
  for (const name of await readdir(join(folder, 'copy'))) {
    assert.equal((await stat(join(folder, 'copy', name))).mode & 0o777, 0o600, name);
  }
  const over = await parley('restore copy');
  assert.equal(over.code, 1);
  assert.match(over.stderr, /The database is not empty \(it holds public\.\w+\)/);
  const restored = await parley('restore copy', 'empty');
  assert.equal(restored.code, 0, restored.stderr);
  assert.equal(restored.json().restored?.clients, 1);
  await using original = new Database({ connectionString: server.url('parley'), connections: 1 });
  await using copy = new Database({ connectionString: server.url('empty'), connections: 1 });
  const [wanted, found] = [await readTableRows(original), await readTableRows(copy)];
  // Cursors may know more events than the dump has, so its log is another one.
  assert.notDeepEqual(found.get('event_log')?.rows, wanted.get('event_log')?.rows);
  for (const [table, { rows }] of wanted) {
    if (table !== 'event_log') assert.deepEqual(found.get(table)?.rows, rows, table);
  }
  assert.deepEqual((await parley('migrate', 'empty')).json().applied, []);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A dump is private',
    file: 'src/adapters/postgres/backup/dump-database.ts',
    replace: `  await file.chmod(0o600);
`,
    by: '',
  },
];
