import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import type { Endpoint } from '#contract/endpoint.ts';
import { accountEndpoints } from '#contract/endpoints/account-endpoints.ts';
import type { Break } from '#test/break.ts';
import type { FormBrowser } from '#test/browser/form-browser.ts';
import type { Json } from '#test/reading/json.ts';
import type { Hosted, Tenant } from '#test/world/hosted.ts';
import { shareHosted } from '#test/world/shared-service.ts';

type Name = keyof typeof accountEndpoints;

interface Request {
  readonly id?: string;
  readonly body?: object;
  readonly query?: string;
}

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';

describe('the account of a tenant', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  let admin: FormBrowser;
  let adminId: string;
  before(async () => {
    hosted = await shareHosted();
    tenant = await hosted.tenant({ subscription_status: 'past_due', name: 'Acme' });
    const visitor = await tenant.visitor({ admin: true });
    admin = visitor.browser;
    adminId = `hu:${visitor.user.id}`;
  });

  test('every operation needs an administrator with the cookie and, to change something, the origin', async () => {
    const paying = await hosted.tenant();
    const user = (await paying.visitor()).browser;
    const owner = (await paying.visitor({ admin: true })).browser;
    const bearer = { authorization: `Bearer ${await paying.token('user-1')}` };
    for (const endpoint of Object.values(accountEndpoints)) {
      const address = paying.url(pathOf(endpoint, 'x'));
      const { method } = endpoint;
      const origin = paying.url().slice(0, -1);
      const codeOf = async (browser: FormBrowser, headers: Record<string, string>) =>
        JSON.parse((await browser.visit(address, { method, headers })).text).code;
      assert.equal(await codeOf(hosted.browser(), { origin }), 'session_required', address);
      assert.equal(await codeOf(hosted.browser(), { origin, ...bearer }), 'session_required', address);
      assert.equal(await codeOf(user, { origin }), 'admin_required', address);
      const foreign = { 'sec-fetch-site': 'same-site' };
      assert.equal(await codeOf(owner, method === 'GET' ? foreign : {}), 'origin_not_allowed', address);
    }
  });

  test('a user is invited, made administrator, disabled at once, enabled, and reset by a link that works once', async () => {
    const invited = await call('inviteUser', { body: { email: 'New@example.com', send_mail: false } }, 201);
    assert.equal(await statusOf(String(invited['link'])), 200);
    const user = invited['user'];
    const id = String(user?.['id']);
    assert.equal(user?.['email'], 'new@example.com');
    await call('inviteUser', { body: { email: 'new@example.com' } }, 409);
    assert.equal((await call('updateUser', { id, body: { admin: true } }))['user']?.['admin'], true);
    const reset = await call('resetPassword', { id });
    assert.deepEqual(Object.keys(reset).sort(), ['expires_at', 'link', 'ok', 'user']);
    assert.equal(await statusOf(String(invited['link'])), 410);
    const browser = hosted.browser();
    const token = new URL(String(reset['link'])).searchParams.get('token') ?? '';
    await browser.post(hosted.loginUrl('/reset'), { token, password: 'a new password' });
    assert.equal(await statusOf(String(reset['link'])), 410);
    const opened = await tenant.signIn(browser, 'new@example.com', 'a new password');
    assert.equal(opened.url, tenant.url('/account'));
    const told = (await browser.visit(tenant.url())).text;
    assert.match(told, /"passwordLink":\{"by":"admin-[\w-]+@example\.com","at":"\d{4}-/);
    const audit = await call('listAudit');
    const issued = audit['data']?.map?.(({ action, after }) => `${action} ${after?.['password_by']}`);
    assert.ok(issued?.includes('user.reset_password link') && issued.includes('user.create link'));
    await call('updateUser', { id, body: { enabled: false } });
    assert.equal((await browser.visit(tenant.url('/chat/usage'))).status, 403);
    await call('updateUser', { id, body: { enabled: true } });
    const list = await call('listUsers');
    assert.deepEqual(list['data']?.map?.((each) => each['id']).sort(), [adminId, id].sort());
    const found = await call('listUsers', { query: '?q=EW%40ex' });
    assert.equal(found['data']?.map?.((each) => each['id']).join(), id);
    assert.deepEqual((await call('listUsers', { query: '?q=%25' }))['data'], []);
  });

  test('no administrator can disable themselves or give up the role', async () => {
    await call('updateUser', { id: adminId, body: { enabled: false } }, 422);
    await call('updateUser', { id: adminId, body: { admin: false } }, 422);
  });

  test('users of other tenants are not there', async () => {
    const stranger = await (await hosted.tenant()).user('stranger@example.com');
    const missing = await call('updateUser', { id: `hu:${stranger.id}`, body: { enabled: false } }, 404);
    assert.equal(missing['code'], 'user_not_found');
    await call('resetPassword', { id: `hu:${stranger.id}` }, 404);
  });

  test('usage is reported by day and by user, in every dimension', async () => {
    const used = await hosted.tenant({ deep_dive_enabled: true });
    const owner = (await used.visitor({ admin: true })).browser;
    const person = await used.visitor();
    const options = { priority: 'priority' };
    await person.browser.sendJson(used.url('/chat/stream'), 'POST', { prompt: 'Hello', options });
    await person.browser.sendJson(used.url('/chat/stream'), 'POST', { prompt: 'Hello' });
    const usage = await call('getUsage', {}, 200, used, owner);
    assert.equal(usage['today']?.['requests']?.['used'], 2);
    const days = usage['days']?.map?.((day) => day) ?? [];
    assert.equal(days.length, 30);
    assert.deepEqual(
      [days.at(-1)?.['requests'], days.at(-1)?.['priority'], days[0]?.['requests']],
      [2, 1, 0],
    );
    const counts = { requests: 2, priority: 1, deep_dive: 0 };
    assert.deepEqual(usage['users'], [
      { external_user_id: `hu:${person.user.id}`, email: person.user.email, today: counts, month: counts },
    ]);
    await owner.sendJson(used.url('/chat/stream'), 'POST', { prompt: 'Hello' });
    const top = (await call('getUsage', {}, 200, used, owner))['top_today'];
    assert.deepEqual(
      top?.map?.((user) => [String(user['email']) === person.user.email, user['today']?.['requests']]),
      [
        [true, 2],
        [false, 1],
      ],
    );
  });

  test('the account page warns about a chat that can be embedded without a limit per user or on concurrent answers', async () => {
    const unguarded = async (columns: object) => {
      const client = await hosted.tenant({ origins: ['https://www.example.com'], ...columns });
      const owner = (await client.visitor({ admin: true })).browser;
      return (await call('getUsage', {}, 200, client, owner))['unguarded'];
    };
    assert.equal(await unguarded({}), true);
    assert.equal(await unguarded({ user_requests_limit: 5 }), false);
    assert.equal(await unguarded({ concurrent_turns_per_user: 2 }), false);
    assert.equal(await unguarded({ origins: [] }), false);
  });

  test('origins decide who may embed, and the check says what is missing', async () => {
    const check = (page_url: string, content_security_policy?: string) =>
      call('checkEmbedding', {
        body: { page_url, ...(content_security_policy === undefined ? {} : { content_security_policy }) },
      });
    const before = await check('https://www.example.com/help');
    assert.deepEqual(
      before['findings']?.map?.((each) => each['ok']),
      [false],
    );
    await call('updateEmbedding', { body: { origins: ['https://www.example.com'] } });
    const embed = await hosted.browser().visit(tenant.url('/embed'));
    assert.match(
      String(embed.headers['content-security-policy']),
      /frame-ancestors https:\/\/www\.example\.com;/,
    );
    const strict = await check('https://www.example.com/help', "default-src 'self'");
    assert.deepEqual(
      strict['findings']?.map?.((each) => each['ok']),
      [true, false, false],
    );
    const own = tenant.url().slice(0, -1);
    const open = await check(
      'https://www.example.com/',
      `default-src 'self'; script-src ${own}; frame-src ${own}`,
    );
    assert.deepEqual(
      open['findings']?.map?.((each) => each['ok']),
      [true, true, true],
    );
    await call('updateEmbedding', { body: { origins: ['*'] } }, 422);
    const { snippet, pinned_snippet: pinned, needed_policy: policy } = await call('getEmbedding');
    assert.deepEqual(policy, { 'script-src': own, 'frame-src': own, 'connect-src': "'self'" });
    assert.match(String(snippet), /launcher\.js" defer crossorigin="anonymous"/);
    assert.match(String(pinned), /launcher\/[\w.-]+\.js" integrity="sha384-[\w+/=]+" /);
  });

  test('sessions are listed with their device and ended one by one', async () => {
    const headers = { 'user-agent': `${firefox} ${'x'.repeat(1_000)}` };
    const other = await tenant.visitor({ admin: true, headers });
    const sessions = (await call('listSessions'))['data']?.map?.((each) => each) ?? [];
    assert.equal(sessions.filter((each) => each['current']).length, 1);
    const theirs = sessions.find((each) => String(each['email']) === other.user.email);
    assert.deepEqual(
      [theirs?.['browser'], theirs?.['system'], theirs?.['address']],
      ['Firefox', 'Windows', '127.0.0.1'],
    );
    const own = sessions.find((each) => each['current']);
    assert.deepEqual([own?.['browser'], own?.['system']], [null, null]);
    await call('endSession', { id: String(theirs?.['id']) });
    assert.equal((await other.browser.visit(tenant.url('/chat/usage'))).status, 401);
    await call('endSession', { id: String(theirs?.['id']) }, 404);
  });

  test('the audit log names what people of the tenant did, and hides what is the operator’s own', async () => {
    await hosted.administration.clients.update({ kind: 'operator-cli' }, tenant.slug, {
      model: 'openai/secret-model',
      daily_limit: 7,
    });
    await call('updateBrand', { body: { greeting: 'Hello' } });
    const log = await call('listAudit', { query: '?limit=2' });
    const entries = log['data']?.map?.((each) => each) ?? [];
    assert.deepEqual(
      entries.map((each) => [each['actor'], each['action'], each['after']]),
      [
        [adminId, 'brand.update', { greeting: 'Hello' }],
        ['operator', 'client.update', { daily_limit: 7 }],
      ],
    );
  });

  test('rotating the handoff key says what it ended, the own session among it', async () => {
    const other = await hosted.tenant();
    const owner = (await other.visitor({ admin: true })).browser;
    await other.visitor();
    const rotated = await call('rotateHandoff', {}, 200, other, owner);
    assert.deepEqual(rotated['ended'], { login_sessions: 2, own_session: true, handoff_tokens: 'all' });
    assert.equal((await owner.visit(other.url('/account/api/usage'))).status, 401);
  });

  test('the subscription is shown with its limits', async () => {
    const subscription = await call('getSubscription');
    assert.deepEqual([subscription['status'], subscription['chat_allowed']], ['past_due', false]);
  });

  async function statusOf(link: string): Promise<number> {
    return (await hosted.browser().visit(link)).status;
  }

  /** Checks the response against the schema of the endpoint. */
  async function call(
    name: Name,
    request: Request = {},
    status = 200,
    at: Tenant = tenant,
    browser: FormBrowser = admin,
  ): Promise<Json> {
    const endpoint: Endpoint = accountEndpoints[name];
    const address = at.url(pathOf(endpoint, request.id ?? 'x') + (request.query ?? ''));
    const page = await browser.sendJson(address, endpoint.method, request.body);
    assert.equal(page.status, status, page.text);
    const schema = endpoint.answers[status];
    if (typeof schema === 'object' && schema !== null) {
      assert.ok(Compile(schema).Check(JSON.parse(page.text)), page.text);
    }
    return JSON.parse(page.text);
  }
});

function pathOf(endpoint: Endpoint, id: string): string {
  return `/account/api${endpoint.path.replace(':id', encodeURIComponent(id))}`;
}

export const breaks: readonly Break[] = [
  {
    rule: 'An administrator does not lock itself out',
    file: 'src/core/operations/client/users.ts',
    replace:
      "if (by.channel === 'account' && by.actor.id === hostedUserIdentity(id)) requireNoLockout(body);",
    by: '',
  },
  {
    rule: 'The policy for a page with the chat lets it call its token endpoint',
    file: 'src/core/clients/embedding.ts',
    replace: ", 'connect-src': \"'self'\"",
    by: '',
  },
  {
    rule: 'A login whose row is gone is refused',
    file: 'src/core/identity/verify-session.ts',
    replace: `  if (!login.sessionStands) throw errors.sessionRevoked();
`,
    by: '',
  },
  {
    rule: 'the account page says where one embedded visitor can use up the day',
    file: 'src/core/usage/read-tenant-usage.ts',
    replace: 'unguarded: isUnguarded(client),',
    by: 'unguarded: isUnguarded(client) && today.day === null,',
  },
  {
    rule: 'the account page shows who spends today',
    file: 'src/adapters/postgres/usage/tenant-usage-store.ts',
    replace: 'order by requests desc, external_user_id limit $2) t',
    by: 'order by requests, external_user_id limit 1 + 0 * $2) t',
  },
  {
    rule: 'the person whose password a link chooses learns that it was issued',
    file: 'src/core/administration/password-code.ts',
    replace: "if (delivery === 'link' && purpose === 'reset') await",
    by: "if (delivery === 'letter' && purpose === 'reset') await",
  },
];
