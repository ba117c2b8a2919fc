import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Database } from '#adapters/postgres/database.ts';
import { FormBrowser } from '#test/form-browser.ts';
import { startService } from '#test/process.ts';
import { createEmptyDatabase } from '#test/test-database.ts';

test('the first start prints somebody to sign in with, once, and so does one that finds the demo without anybody', async () => {
  await using database = await createEmptyDatabase();
  const env = { DATABASE_URL: database.url, PARLEY_SECRET: 's'.repeat(32) };
  const printed = /Email (\S+) {3}Password (\S+) {3}Tenant demo/;
  {
    await using service = await startService({ env });
    const [, email = '', password = ''] = await service.printed(printed);
    const browser = new FormBrowser(service.port);
    const login = `http://login.localhost:${service.port}/`;
    const page = await browser.follow(await browser.post(login, { email, password, tenant: 'demo' }));
    assert.equal(page.url, `http://demo.localhost:${service.port}/`);
    const users = await browser.visit(`http://demo.localhost:${service.port}/account/api/users`);
    assert.equal(users.status, 200);
  }
  {
    await using service = await startService({ env });
    await service.printed(/Models {5}[^\n]*\n\n/);
    assert.doesNotMatch(service.stdout(), /Password/);
  }
  {
    await using store = new Database({ connectionString: database.url, connections: 1 });
    await store.query('delete from hosted_users');
  }
  await using service = await startService({ env });
  await service.printed(printed);
  assert.doesNotMatch(service.stdout(), /parley_sk_/);
});
