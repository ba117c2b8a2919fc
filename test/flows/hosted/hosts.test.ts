import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { exchange } from '#test/reading/raw-http.ts';
import { type Hosted, openHosted, type Tenant } from '#test/world/hosted.ts';
import { shareHosted } from '#test/world/shared-service.ts';

const paths = [
  '/',
  '/account',
  '/chat/usage',
  '/embed',
  '/brand/logo',
  '/assets/x.js',
  '/v1/usage',
  '/session/start',
  '/%00',
];

describe('the hosts', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  before(async () => {
    hosted = await shareHosted();
    tenant = await hosted.tenant();
  });

  test('unknown and revoked tenants answer every path with the same plain 404', async () => {
    const revoked = await hosted.tenant();
    await hosted.administration.clients.revoke({ kind: 'operator-cli' }, revoked.slug);
    const port = hosted.api.portOf();
    const hosts = [
      revoked.host,
      `unknown.localhost:${port}`,
      `a.b.localhost:${port}`,
      'localhost.evil.example',
    ];
    for (const host of hosts) {
      for (const path of paths) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          const page = await hosted.browser().visit(`http://${host}${path}`, { method });
          const shown = [page.status, page.headers['content-type'], page.text];
          assert.deepEqual(
            shown,
            [404, 'text/plain; charset=utf-8', 'Not found\n'],
            `${method} ${host}${path}`,
          );
        }
      }
    }
    await hosted.administration.clients.enable({ kind: 'operator-cli' }, revoked.slug);
    assert.equal((await hosted.browser().visit(revoked.url())).status, 302);
  });

  test('a browser gets the same 404 as a page, in its language, whatever the host and the path', async () => {
    const port = hosted.api.portOf();
    const hosts = [
      [tenant.host, 'Zurück zum Chat'],
      [`login.localhost:${port}`, 'Zurück zur Anmeldung'],
      [`console.localhost:${port}`, 'Zurück zur Konsole'],
      [`unknown.localhost:${port}`, null],
      [`a.b.localhost:${port}`, null],
    ] as const;
    const pages = new Set<string>();
    for (const [host, home] of hosts) {
      const headers = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'fr;q=0.2, de-AT' };
      const page = await hosted.browser().visit(`http://${host}/no/such/page`, { headers });
      assert.deepEqual(
        [page.status, page.headers['content-type'], page.headers['content-language']],
        [404, 'text/html; charset=utf-8', 'de'],
      );
      assert.match(page.text, /<html lang="de" dir="ltr">[\s\S]*<h1>Seite nicht gefunden<\/h1>/);
      // The first page of the host, where there is one.
      const link = home === null ? '' : `<p><a href="/">${home}</a></p>`;
      assert.ok(page.text.includes(link), host);
      pages.add(page.text.replace(link, ''));
      const sent = await hosted.browser().visit(`http://${host}/no/such/page`, { method: 'POST', headers });
      assert.equal(sent.headers['content-type'], 'text/plain; charset=utf-8');
    }
    assert.equal(pages.size, 1);
  });

  const port = () => hosted.api.portOf();
  const probe = (host: string | null, version = '1.1', ...lines: string[]) =>
    exchange(
      port(),
      [
        `GET /v1/health HTTP/${version}`,
        ...(host === null ? [] : [`Host: ${host}`]),
        ...lines,
        'Connection: close',
        '',
        '',
      ].join('\r\n'),
    );
  const isAlive = /^HTTP\/1\.1 200 [\s\S]*\{"ok":true,"status":"pass","version":"[^"]+"\}$/;

  test('liveness answers the public host, addresses, and a Host that is unknown, odd or missing', async () => {
    for (const host of [
      'localhost',
      '127.0.0.1',
      '[::1]:8080',
      'parley.internal',
      '10.0.0.7:80',
      'a b',
      '',
      null,
    ]) {
      assert.match(await probe(host), isAlive, `Host: ${host}`);
      assert.match(await probe(host, '1.0'), isAlive, `Host: ${host} in HTTP/1.0`);
    }
  });

  test('liveness answers no tenant, login or console host', async () => {
    const revoked = await hosted.tenant();
    await hosted.administration.clients.revoke({ kind: 'operator-cli' }, revoked.slug);
    const labels = [tenant.slug, revoked.slug, 'nobody', 'login', 'console', 'api'];
    for (const label of labels) {
      assert.match(await probe(`${label}.localhost`), /^HTTP\/1\.1 404 [\s\S]*Not found\n$/, label);
    }
  });

  test('a key at an unknown Host is at the wrong address, and two Hosts are refused there too', async () => {
    const key = `Authorization: Bearer ${tenant.key}`;
    assert.match(await probe('parley.internal', '1.1', key), /^HTTP\/1\.1 404 [\s\S]*Not found\n$/);
    assert.match(await probe('a', '1.1', 'Host: b'), /^HTTP\/1\.1 400 /);
  });

  test('neither a tenant nor the sign-in host serves the API', async () => {
    const headers = { authorization: `Bearer ${tenant.key}` };
    for (const url of [tenant.url('/v1/providers'), hosted.loginUrl('/v1/providers')]) {
      const page = await hosted.browser().visit(url, { headers });
      assert.deepEqual([page.status, page.text], [404, 'Not found\n']);
    }
    assert.equal((await hosted.browser().visit(hosted.loginUrl('/chat/usage'))).status, 404);
  });

  test('a host that is only forwarded counts for nothing', async () => {
    const headers = { 'x-forwarded-host': tenant.host };
    const page = await hosted
      .browser()
      .visit(`http://unknown.localhost:${hosted.api.portOf()}/`, { headers });
    assert.equal(page.status, 404);
  });

  test('an address that is only forwarded cannot spread attempts', async () => {
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 12; attempt++) {
      const page = await hosted
        .browser()
        .post(
          hosted.loginUrl(),
          { email: 'x@example.com', password: 'x', tenant: tenant.slug },
          { headers: { 'x-forwarded-for': `203.0.113.${attempt}` } },
        );
      statuses.add(page.status);
    }
    assert.deepEqual([...statuses], [401, 429]);
  });
});

test('a trusted proxy names the host, and the last of several counts', async () => {
  await using hosted = await openHosted({ env: { PARLEY_TRUSTED_PROXIES: '127.0.0.0/8' } });
  const tenant = await hosted.tenant();
  const address = `http://inside.localhost:${hosted.api.portOf()}/`;
  const visit = (forwarded: string) =>
    hosted.browser().visit(address, { headers: { 'x-forwarded-host': forwarded } });
  assert.equal((await visit(tenant.host)).status, 302);
  assert.equal((await visit(`unknown.localhost, ${tenant.host}`)).status, 302);
  assert.equal((await visit(`${tenant.host}, unknown.localhost`)).status, 404);
});

export const breaks: readonly Break[] = [
  {
    rule: 'Liveness answers a request without Host',
    file: 'src/http/handlers/health.ts',
    replace: 'withoutHost: true',
    by: 'withoutHost: false',
  },
  {
    rule: 'Liveness answers an unknown Host',
    file: 'src/http/hosts/tenant-host.ts',
    replace: "host.kind === 'unknown' && request.is404",
    by: "host.kind === 'unknown'",
  },
  {
    rule: 'A key at an unknown Host learns nothing',
    file: 'src/http/handlers/health.ts',
    replace: 'if (request.headers.authorization !== undefined) return plainNotFound(reply);',
    by: '',
  },
  {
    rule: 'A page that is not found leads to the first page of its host, where it has one',
    file: 'src/http/pages/not-found.ts',
    replace: 'plainNotFound(reply, homeAt(path, methods));',
    by: 'plainNotFound(reply);',
  },
  {
    rule: 'A tenant is found by the Host alone, and a forwarded one counts from trusted proxies only',
    file: 'src/http/server/hosts.ts',
    replace: 'if (forwarded === undefined || !this.trusts(request.socket.remoteAddress)) return',
    by: 'if (forwarded === undefined) return',
  },
  {
    rule: 'Of several forwarded hosts the last one counts',
    file: 'src/http/server/hosts.ts',
    replace: ".split(',').at(-1)?.trim();",
    by: ".split(',').at(0)?.trim();",
  },
];
