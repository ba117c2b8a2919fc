import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import type { Break } from '#test/break.ts';
import { FormBrowser } from '#test/browser/form-browser.ts';
import { createEmptyDatabase } from '#test/database/test-database.ts';
import { installedProgram, startService } from '#test/world/process.ts';

const partnerLine = /Partners {3}npx parley client create <slug>/;

test('the first start of the local demo prints a key and a user to sign in with, once, and so does a start that finds the demo without users', async () => {
  const printed = /Email (\S+) {3}Password (\S+) {3}Tenant demo/;
  await using first = await startService({ main: installedProgram });
  const [key] = await first.printed(/parley_sk_\w+/);
  const health = await fetch(`${first.origin}/v1/health`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(health.status, 200);
  const [, email = '', password = ''] = await first.printed(printed);
  const browser = new FormBrowser(first.port);
  const login = `http://login.localhost:${first.port}/`;
  const page = await browser.follow(await browser.post(login, { email, password, tenant: 'demo' }));
  assert.equal(page.url, `http://demo.localhost:${first.port}/`);
  const users = await browser.visit(`http://demo.localhost:${first.port}/account/api/users`);
  assert.equal(users.status, 200);

  await first.printed(new RegExp(`Docs {7}http://localhost:${first.port}/docs\n`));
  assert.equal((await fetch(`${first.origin}/docs/quick-start`)).status, 200);

  const { dataFolder } = first;
  {
    await using second = await startService({ dataFolder });
    await second.printed(partnerLine);
    assert.doesNotMatch(second.stdout() + second.stderr(), /Password|parley_sk_/);
  }
  {
    await using postgres = await startEmbeddedPostgres({ dataFolder });
    await using store = new Database({ ...postgres.connection, connections: 1 });
    await store.query('delete from login_sessions');
    await store.query('delete from hosted_users');
  }
  await using third = await startService({ dataFolder });
  await third.printed(printed);
  assert.doesNotMatch(third.stdout(), /parley_sk_/);
});

test('a start with DATABASE_URL makes no partner, prints no secret, and says how a partner is made', async () => {
  await using database = await createEmptyDatabase();
  const env = { DATABASE_URL: database.url, PARLEY_SECRET: 's'.repeat(32), PARLEY_DEMO: 'on' };
  await using service = await startService({ env });
  await service.printed(partnerLine);
  assert.doesNotMatch(service.stdout() + service.stderr(), /Password|parley_sk_/);
  await using store = new Database({ connectionString: database.url, connections: 1 });
  assert.deepEqual(await store.query('select slug from clients'), []);
});

export const breaks: readonly Break[] = [
  {
    rule: 'The start prints the address of the documentation',
    file: 'src/app/notice.ts',
    replace: '...(isDocumented ?',
    by: '...(!isDocumented ?',
  },
  {
    rule: 'Where no demo is wanted the start makes none',
    file: 'src/app/notice.ts',
    replace: 'const demo = isDemo ?',
    by: 'const demo = isDemo || true ?',
  },
];
