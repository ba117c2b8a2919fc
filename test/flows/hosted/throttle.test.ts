import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { type Hosted, openHosted, password, type Tenant } from '#test/world/hosted.ts';

describe('too many attempts to sign in', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  before(async () => {
    hosted = await openHosted({ processes: 2, env: { PARLEY_TRUSTED_PROXIES: '127.0.0.1' } });
    tenant = await hosted.tenant();
    await tenant.user('ada@example.com');
  });
  after(() => hosted[Symbol.asyncDispose]());

  test('exactly ten of many at once get through to an account from one network, over all processes', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => attempt('ada@example.com', `198.51.100.${index}`)),
    );
    assert.equal(statuses.filter((status) => status === 401).length, 10);
    assert.equal(statuses.filter((status) => status === 429).length, 20);
  });

  test('the page says how long to wait, also with the right password, and unknown accounts are no different', async () => {
    for (let count = 0; count < 10; count++) await attempt('nobody@example.com', '198.51.100.200');
    const known = await send('ada@example.com', '198.51.100.201', password);
    const unknown = await send('nobody@example.com', '198.51.100.201', password);
    for (const page of [known, unknown]) {
      assert.equal(page.status, 429);
      const seconds = Number(page.headers['retry-after']);
      assert.ok(seconds > 600 && seconds <= 900, `${seconds}`);
      const told = /data-code="too_many_attempts">Too many attempts. Try again in (\d+) minutes\./.exec(
        page.text,
      );
      assert.equal(Number(told?.[1]), Math.ceil(seconds / 60));
    }
  });

  test('after the window the account is open again', async () => {
    await hosted.api.database.query(`update login_throttle set window_ends = now() - interval '1 second'`);
    assert.equal((await send('ada@example.com', '198.51.100.202', password)).status, 303);
  });

  test('one address gets sixty attempts, whatever it names, and an IPv6 network counts as one', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 64 }, (_, index) => attempt(`${index}@example.com`, `2001:db8::1:${index}`)),
    );
    assert.equal(statuses.filter((status) => status === 429).length, 4);
    assert.equal(await attempt('other@example.com', '2001:db8:0:1::1'), 401);
  });

  test('signing in takes nothing from an address', async () => {
    for (let count = 0; count < 12; count++) {
      assert.equal((await send('ada@example.com', '198.51.100.203', password)).status, 303);
    }
    const [row] = await hosted.api.database.query<{ attempts: number }>(
      `select max(attempts) as attempts from login_throttle where window_ends > now() and attempts < 5`,
    );
    assert.ok((row?.attempts ?? 0) <= 1);
  });

  test('what strangers guess shuts their own network out, and neither other networks nor known devices', async () => {
    const user = await tenant.user('target@example.com');
    const known = hosted.browser();
    assert.equal((await send(user.email, '203.0.113.7', password, known)).status, 303);
    for (let count = 0; count < 12; count++) await attempt(user.email, `203.0.113.${count}`);
    assert.equal((await send(user.email, '203.0.113.200', password)).status, 429);
    assert.equal((await send(user.email, '203.0.114.1', password)).status, 303);
    assert.equal((await send(user.email, '203.0.113.7', password, known)).status, 303);
  });

  test('a known device has ten attempts of its own', async () => {
    const user = await tenant.user('forgetful@example.com');
    const known = hosted.browser();
    await send(user.email, '203.0.115.1', password, known);
    const statuses = [];
    for (let count = 0; count < 11; count++) {
      statuses.push((await send(user.email, `203.0.${count}.1`, 'wrong', known)).status);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429]);
    assert.equal((await send(user.email, '203.0.115.1', password)).status, 303);
  });

  test('the cookie of a device is for the sign-in host, out of reach of scripts, and comes after a right password', async () => {
    const user = await tenant.user('cookie@example.com');
    const [wrong, right] = [
      await send(user.email, '203.0.116.1', 'wrong'),
      await send(user.email, '203.0.116.1', password),
    ];
    const device = (page: typeof right) =>
      (page.headers['set-cookie'] ?? []).filter((line) => line.startsWith('parley_device='));
    assert.deepEqual(device(wrong), []);
    assert.match(
      device(right)[0] ?? '',
      /^parley_device=[\w-]{22}\.[\w-]{22}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
  });

  test('requests for emails lock out only their own network, and send at most five', async () => {
    const user = await tenant.user('flooded@example.com');
    const ask = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      const fields = { email: user.email, tenant: tenant.slug };
      return (await hosted.browser().post(hosted.loginUrl('/forgot'), fields, { headers })).status;
    };
    for (let count = 0; count < 5; count++) assert.equal(await ask('203.0.117.1'), 200);
    assert.equal(await ask('203.0.117.2'), 429);
    for (let count = 0; count < 5; count++) assert.equal(await ask('203.0.118.1'), 200);
    await hosted.api.serviceOf()[Symbol.asyncDispose]();
    const [row] = await hosted.api.database.query<{ letters: number }>(
      'select count(*)::int as letters from login_codes where user_id = $1',
      [user.id],
    );
    assert.equal(row?.letters, 5);
  });

  async function attempt(email: string, address: string): Promise<number> {
    return (await send(email, address, 'wrong')).status;
  }

  function send(email: string, address: string, secret: string, browser = hosted.browser()) {
    const headers = { 'x-forwarded-for': address };
    return browser.post(hosted.loginUrl(), { email, password: secret, tenant: tenant.slug }, { headers });
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'strangers lock out their own network only',
    file: 'src/core/sign-in/throttle.ts',
    replace: "network: mapped.replace(/\\.\\d+$/, '')",
    by: "network: 'all'",
  },
  {
    rule: 'a known device has a bucket of its own',
    file: 'src/core/sign-in/throttle.ts',
    replace: `device === null
`,
    by: `device === null || device !== null
`,
  },
  {
    rule: 'a stranger cannot fill a mailbox with links to reset a password',
    file: 'src/core/sign-in/password-mail.ts',
    replace: 'const mostStanding = 5;',
    by: 'const mostStanding = 500;',
  },
];
