import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { type Hosted, openHosted, type Tenant, type Visitor } from '#test/world/hosted.ts';

const operator = { kind: 'operator-cli' } as const;

/** Every kind of route below /chat. */
const routes = [
  ['GET', '/chat/usage'],
  ['GET', '/chat/conversations'],
  ['GET', '/chat/conversations/0195e2f0-0000-7000-8000-000000000000'],
  ['PATCH', '/chat/conversations/0195e2f0-0000-7000-8000-000000000000'],
  ['DELETE', '/chat/conversations/0195e2f0-0000-7000-8000-000000000000'],
  ['POST', '/chat/conversations/0195e2f0-0000-7000-8000-000000000000/feedback'],
  ['GET', '/chat/jobs/0195e2f0-0000-7000-8000-000000000000'],
  ['GET', '/chat/jobs/0195e2f0-0000-7000-8000-000000000000/output'],
  ['GET', '/chat/jobs/0195e2f0-0000-7000-8000-000000000000/stream'],
  ['POST', '/chat/jobs/0195e2f0-0000-7000-8000-000000000000/cancel'],
  ['POST', '/chat/stream'],
] as const;

/** What ends a session while an answer is open. */
const endings: Readonly<Record<string, (tenant: Tenant, visitor: Visitor) => Promise<unknown>>> = {
  'disabling a user': ({ hosted, slug }, { user }) =>
    hosted.administration.users.disable(operator, slug, user),
  'revoking the tenant': ({ hosted, slug }) => hosted.administration.clients.revoke(operator, slug),
  'rotating the key id': ({ hosted, slug }) => hosted.administration.clients.rotateHandoff(operator, slug),
  'signing out': (tenant, { browser }) => browser.post(tenant.url('/session/end'), {}),
};

describe('the chat of a tenant', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  before(async () => {
    // Answers continue when their readers leave; the service must not wait for them at its end.
    hosted = await openHosted({ config: { limits: { drain_ms: 0 } } });
    tenant = await hosted.tenant();
  });
  after(() => hosted[Symbol.asyncDispose]());

  test('a cookie and a minted token both ask, each as its own user', async () => {
    const { browser } = await tenant.visitor();
    const sent = await browser.sendJson(tenant.url('/chat/stream'), 'POST', { prompt: 'Hello' });
    assert.equal(sent.status, 200);
    const bearer = { authorization: `Bearer ${await tenant.token('user-1')}` };
    const listOf = async (headers: Record<string, string>) =>
      JSON.parse((await browser.visit(tenant.url('/chat/conversations'), { headers })).text).data.length;
    assert.equal(await listOf({}), 1);
    assert.equal(await listOf(bearer), 0);
  });

  test('without a session every route answers 401 session_required', async () => {
    for (const [method, path] of routes) {
      const page = await hosted.browser().visit(tenant.url(path), { method });
      assert.deepEqual([page.status, codeIn(page.text)], [401, 'session_required'], path);
    }
  });

  test('an unknown path or method below /chat is a problem, and only for a session', async () => {
    const headers = { authorization: `Bearer ${await tenant.token('user-1')}`, accept: 'text/html' };
    for (const [method, path, status, code] of [
      ['GET', '/chat/nothing', 404, 'not_found'],
      ['POST', '/chat/conversations/x/y', 404, 'not_found'],
      ['GET', '/chat/stream', 405, 'method_not_allowed'],
    ] as const) {
      const without = await hosted.browser().visit(tenant.url(path), { method });
      assert.deepEqual([without.status, codeIn(without.text)], [401, 'session_required'], path);
      const page = await hosted.browser().visit(tenant.url(path), { method, headers });
      assert.deepEqual([page.status, codeIn(page.text)], [status, code], path);
    }
  });

  test('a minted token in the cookie and a login in the header are nothing', async () => {
    const { browser } = await tenant.visitor();
    const login = browser.cookie(tenant.host, 'parley_session') ?? '';
    const minted = await tenant.token('user-1');
    const wrong = hosted.browser();
    wrong.setCookie(tenant.host, 'parley_session', minted);
    for (const [method, path] of routes) {
      const headers = { authorization: `Bearer ${login}` };
      const asHeader = await hosted.browser().visit(tenant.url(path), { method, headers });
      const asCookie = await wrong.visit(tenant.url(path), {
        method,
        headers: { origin: tenant.url().slice(0, -1) },
      });
      assert.deepEqual([asHeader.status, codeIn(asHeader.text)], [401, 'invalid_session'], path);
      assert.deepEqual([asCookie.status, codeIn(asCookie.text)], [401, 'invalid_session'], path);
    }
    const page = await wrong.visit(tenant.url());
    assert.equal(page.status, 302);
  });

  test('a session of one tenant is nothing at another', async () => {
    const other = await hosted.tenant();
    const { browser } = await tenant.visitor();
    browser.setCookie(other.host, 'parley_session', browser.cookie(tenant.host, 'parley_session') ?? '');
    assert.equal((await browser.visit(other.url('/chat/usage'))).status, 401);
    const headers = { authorization: `Bearer ${await tenant.token('user-1')}` };
    assert.equal((await browser.visit(other.url('/chat/usage'), { headers })).status, 401);
  });

  test('a change with the cookie needs this very origin; with a token it does not', async () => {
    const { browser } = await tenant.visitor();
    const sibling = (await hosted.tenant()).url().slice(0, -1);
    for (const origin of [undefined, 'null', 'https://evil.example', sibling, hosted.loginUrl('')]) {
      for (const [method, path] of routes.filter(([each]) => each !== 'GET')) {
        const headers = origin === undefined ? {} : { origin };
        const page = await browser.visit(tenant.url(path), { method, headers });
        assert.deepEqual([page.status, codeIn(page.text)], [403, 'origin_not_allowed'], `${origin} ${path}`);
      }
    }
    const body = JSON.stringify({ prompt: 'Hello' });
    const headers = {
      authorization: `Bearer ${await tenant.token('user-1')}`,
      'content-type': 'application/json',
    };
    const sent = await hosted.browser().visit(tenant.url('/chat/stream'), { method: 'POST', headers, body });
    assert.equal(sent.status, 200);
  });

  test('a disabled user is refused as disabled on every route, is sent to sign in by pages, and needs a new sign-in', async () => {
    const { browser, user } = await tenant.visitor();
    const other = await tenant.visitor();
    await hosted.administration.users.disable(operator, tenant.slug, user);
    const origin = tenant.url().slice(0, -1);
    for (const [method, path] of routes) {
      const page = await browser.visit(tenant.url(path), { method, headers: { origin } });
      assert.deepEqual([page.status, codeIn(page.text)], [403, 'user_disabled'], path);
    }
    assert.equal((await other.browser.visit(tenant.url('/chat/usage'))).status, 200);
    await hosted.administration.users.enable(operator, tenant.slug, user);
    assert.equal((await browser.visit(tenant.url('/chat/usage'))).status, 401);
    const page = await browser.visit(tenant.url());
    assert.equal(page.status, 302);
    assert.equal(browser.cookie(tenant.host, 'parley_session'), undefined);
  });

  for (const [what, end] of Object.entries(endings)) {
    test(`${what} cuts the answer that is being given`, async () => {
      const slow = await hosted.tenant({ model: 'openai/mock:stall=1' });
      const { browser, user } = await slow.visitor();
      const request = browser.open(slow.url('/chat/stream'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: slow.url().slice(0, -1) },
        body: JSON.stringify({ prompt: 'Hello' }),
      });
      const [response] = await once(request, 'response');
      await once(response, 'data');
      // once() would treat the expected error as its own.
      const closed = new Promise((resolve) => response.on('error', () => undefined).once('close', resolve));
      const endedAt = performance.now();
      await end(slow, { browser, user });
      await closed;
      // The provider's limits would end the answer after a minute.
      assert.ok(performance.now() - endedAt < 30_000);
      assert.equal(response.complete, false);
    });
  }

  test('rotating the key id ends every session and token; rotating the API key none', async () => {
    const { browser } = await tenant.visitor();
    const headers = { authorization: `Bearer ${await tenant.token('user-1')}` };
    const both = async () => [
      (await browser.visit(tenant.url('/chat/usage'))).status,
      (await hosted.browser().visit(tenant.url('/chat/usage'), { headers })).status,
    ];
    await hosted.administration.clients.rotateKey(operator, tenant.slug);
    assert.deepEqual(await both(), [200, 200]);
    await hosted.administration.clients.rotateHandoff(operator, tenant.slug);
    assert.deepEqual(await both(), [401, 401]);
    const revoked = await browser.visit(tenant.url('/chat/usage'));
    assert.equal(codeIn(revoked.text), 'session_revoked');
  });
});

function codeIn(text: string): unknown {
  return JSON.parse(text).code;
}

export const breaks: readonly Break[] = [
  {
    rule: 'Unknown paths of the chat are distinguished for sessions only',
    file: 'src/http/hosts/tenant-host.ts',
    replace: "await authenticateChat(request, 'current');",
    by: '',
  },
  {
    rule: 'Rotating the key id ends every token',
    file: 'src/core/identity/session-token.ts',
    replace: 'const info = `parley session ${client.id} ${keyId}`;',
    by: 'const info = `parley session ${client.id} ${keyId.length > 0}`;',
  },
  {
    rule: 'Every route says that a disabled user is disabled',
    file: 'src/core/identity/verify-session.ts',
    replace: `  if (!login.enabled) throw errors.userDisabled();
`,
    by: '',
  },
  {
    rule: 'A change with a cookie needs this very origin',
    file: 'src/http/session/same-origin.ts',
    replace: 'if (request.headers.origin !== origin) throw',
    by: "if (!(request.headers.origin ?? '').startsWith('http')) throw",
  },
  {
    rule: 'A change with a cookie needs an origin at all',
    file: 'src/http/session/same-origin.ts',
    replace: 'if (request.headers.origin !== origin) throw',
    by: 'if (request.headers.origin !== undefined && request.headers.origin !== origin) throw',
  },
];
