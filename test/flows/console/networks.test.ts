import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsole } from '#test/console/console-world.ts';

test('from a network that is not listed the console does not exist, and everything else does', async () => {
  await using world = await openConsole({
    env: { PARLEY_CONSOLE_NETWORKS: '10.1.0.0/16', PARLEY_TRUSTED_PROXIES: '127.0.0.1' },
  });
  const browser = world.browser();
  const from = (address: string) => ({ 'x-forwarded-for': address });
  for (const path of ['/', '/enrol', '/api/session', '/assets/nothing', '/nothing']) {
    const page = await browser.page(path, from('10.2.0.1'));
    assert.deepEqual([page.status, page.text], [404, 'Not found\n'], path);
  }
  const inside = await browser.ask('GET', '/session', undefined, from('10.1.2.3'));
  assert.deepEqual([inside.status, inside.json['code']], [401, 'session_required']);
  const { key } = await world.api.partner();
  const usage = await fetch(`${world.api.urlOf()}/agents`, { headers: { authorization: `Bearer ${key}` } });
  assert.notEqual(usage.status, 401);
});
