import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import type { FormBrowser } from '#test/browser/form-browser.ts';
import { storeAction } from '#test/openapi/prepare-action.ts';
import { prepareToolServer } from '#test/openapi/prepare-tools.ts';
import type { Json } from '#test/reading/json.ts';
import { until } from '#test/reading/until.ts';
import { type Hosted, password, type Tenant } from '#test/world/hosted.ts';
import { shareHosted } from '#test/world/shared-service.ts';

const next = 'another password to sign in with';

describe("a person's own conversations and sign-ins", () => {
  let hosted: Hosted;
  let tenant: Tenant;
  before(async () => {
    hosted = await shareHosted();
    tenant = await hosted.tenant();
  });

  test('all conversations are deleted in one request, running and archived ones too, and usage stays', async () => {
    const { browser } = await tenant.visitor();
    const stranger = (await tenant.visitor()).browser;
    for (const each of [browser, browser, stranger]) await ask(each);
    const [first] = (await listed(browser)).data;
    await call(browser, 'PATCH', `/chat/conversations/${first?.conversation_uuid}`, { archived: true });
    hosted.api.provider.enqueue({ stallAfter: 1 });
    const running = browser.open(tenant.url('/chat/stream'), sent('POST', { prompt: 'A question' }));
    const cut = new Promise((resolve) =>
      running.on('response', (answer) => answer.on('close', resolve).resume()),
    );
    await until(async () => (await listed(browser)).data.length === 2);
    assert.deepEqual(await call(browser, 'DELETE', '/chat/conversations'), { ok: true, deleted: 3 });
    await cut;
    assert.deepEqual(await call(browser, 'DELETE', '/chat/conversations'), { ok: true, deleted: 0 });
    assert.equal((await listed(browser)).data.length, 0);
    assert.equal((await listed(browser, '?archived=true')).data.length, 0);
    assert.equal((await listed(stranger)).data.length, 1);
    const { usage } = await call(browser, 'GET', '/chat/usage');
    assert.equal(usage?.['requests']?.['used'], 3);
  });

  test('a minted token deletes and exports what is its own, and has no sign-in', async () => {
    const token = await tenant.token('user-1', { plan: 'pro' });
    const browser = hosted.browser({ authorization: `Bearer ${token}` });
    await ask(browser, 'A question of mine');
    await ask(
      hosted.browser({ authorization: `Bearer ${await tenant.token('user-2')}` }),
      'Of somebody else',
    );
    const [turn] = await hosted.api.database.query<{ id: string }>(
      `select id from turns where client_id = $1 and external_user_id = 'user-1'`,
      [tenant.client.id],
    );
    const server = await prepareToolServer(hosted.api.database, tenant.slug);
    const action = await storeAction(hosted.api.database, turn?.id ?? '', server);
    const page = await browser.visit(tenant.url('/chat/export'));
    assert.match(
      String(page.headers['content-disposition']),
      /^attachment; filename="conversations\.jsonl"$/,
    );
    const lines = page.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ type }) => type),
      ['conversation', 'message', 'message', 'end'],
    );
    assert.equal(lines[1].content, 'A question of mine');
    assert.deepEqual([lines[1].actions, lines[2].actions[0].action_uuid], [undefined, action]);
    assert.deepEqual(await call(browser, 'DELETE', '/chat/conversations'), { ok: true, deleted: 1 });
    assert.equal((await call(browser, 'POST', '/session/end-all'))['code'], 'session_required');
  });

  test('a page of another host cannot make a browser download what is its own', async () => {
    const { browser } = await tenant.visitor();
    const codeFrom = async (site: string) => {
      const page = await browser.visit(tenant.url('/chat/export'), { headers: { 'sec-fetch-site': site } });
      return page.status === 200 ? null : JSON.parse(page.text).code;
    };
    for (const site of ['same-site', 'cross-site']) assert.equal(await codeFrom(site), 'origin_not_allowed');
    for (const site of ['same-origin', 'none']) assert.equal(await codeFrom(site), null);
  });

  test('every sign-in of a person ends at once, and nothing else', async () => {
    const { browser, user } = await tenant.visitor();
    const [second, other] = [hosted.browser(), (await tenant.visitor()).browser];
    await tenant.signIn(second, user.email);
    const token = hosted.browser({ authorization: `Bearer ${await tenant.token('user-1')}` });
    assert.deepEqual(await call(browser, 'POST', '/session/end-all'), { ok: true });
    assert.equal(browser.cookie(tenant.host, 'parley_session') ?? '', '');
    assert.equal((await call(second, 'GET', '/chat/usage'))['code'], 'session_revoked');
    for (const each of [other, token]) assert.equal((await call(each, 'GET', '/chat/usage'))['ok'], true);
  });

  test('a password is changed by whoever knows the current one, and the other sign-ins end', async () => {
    const { browser, user } = await tenant.visitor();
    const second = hosted.browser();
    await tenant.signIn(second, user.email);
    const change = (old: string, chosen: string) =>
      call(browser, 'POST', '/session/password', { password: old, new_password: chosen });
    assert.equal(pointerOf(await change('a wrong password', next)), '/password');
    assert.equal(pointerOf(await change(password, 'short')), '/new_password');
    assert.deepEqual(await change(password, next), { ok: true });
    assert.equal((await call(browser, 'GET', '/chat/usage'))['ok'], true);
    assert.equal((await call(second, 'GET', '/chat/usage'))['code'], 'session_revoked');
    assert.equal((await tenant.sendForm(hosted.browser(), user.email)).status, 401);
    assert.equal((await tenant.sendForm(hosted.browser(), user.email, next)).status, 303);
  });

  test('guesses at the password of an open session are counted like those at the door', async () => {
    const { browser, user } = await tenant.visitor();
    const guess = () =>
      call(browser, 'POST', '/session/password', { password: 'a guess', new_password: next });
    for (let count = 0; count < 10; count++) assert.equal(pointerOf(await guess()), '/password');
    assert.equal((await guess())['code'], 'too_many_attempts');
    assert.equal((await tenant.sendForm(hosted.browser(), user.email)).status, 429);
  });

  async function ask(browser: FormBrowser, prompt = 'A question'): Promise<void> {
    const { status } = await browser.visit(tenant.url('/chat/stream'), sent('POST', { prompt }));
    assert.equal(status, 200);
  }

  async function listed(browser: FormBrowser, query = '') {
    const answer: { data: { conversation_uuid: string }[] } = JSON.parse(
      (await browser.visit(tenant.url(`/chat/conversations${query}`))).text,
    );
    return answer;
  }

  async function call(browser: FormBrowser, method: string, path: string, body?: object): Promise<Json> {
    return JSON.parse((await browser.visit(tenant.url(path), sent(method, body))).text);
  }

  function sent(method: string, body?: object) {
    const headers = { origin: tenant.url().slice(0, -1) };
    if (body === undefined) return { method, headers };
    const text = JSON.stringify(body);
    const length = String(Buffer.byteLength(text));
    return {
      method,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
      body: text,
    };
  }
});

function pointerOf(answer: Json): unknown {
  return answer['errors']?.[0]?.['pointer'];
}

export const breaks: readonly Break[] = [
  {
    rule: 'What a partner says of a person is in no export that the person downloads',
    file: 'src/core/people/export-user-data.ts',
    replace: 'conversationLines(store, person, { withTurns: false })',
    by: 'conversationLines(store, person, { withTurns: true })',
  },
  {
    rule: 'Deleting all conversations deletes those of one person only',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'where c.client_id = $1 and c.external_user_id = $2 and c.created_at <=',
    by: 'where c.client_id = $1 and $2::text is not null and c.created_at <=',
  },
  {
    rule: 'Signing out everywhere ends the sign-ins of one person only',
    file: 'src/core/sign-in/own-account.ts',
    replace: 'endLoginSessions(client.id, hostedUserId, null)',
    by: 'endLoginSessions(client.id, null, null)',
  },
  {
    rule: 'A password is changed by the one before',
    file: 'src/core/sign-in/confirm-password.ts',
    replace: 'if (!(await verifyPassword(known, password.slice(0, longestPassword)))) throw wrongPassword();',
    by: 'if (password === known) throw wrongPassword();',
  },
  {
    rule: 'A change of the password leaves its own sign-in alone',
    file: 'src/core/sign-in/own-account.ts',
    replace: 'replacePassword(change, client.id, hostedUserId, passwordHash, sessionId)',
    by: 'replacePassword(change, client.id, hostedUserId, passwordHash, null)',
  },
  {
    rule: 'A guess at the password of an open session is an attempt to sign in',
    file: 'src/core/sign-in/confirm-password.ts',
    replace: 'await countAttempt(stores, throttleRules.signIn, { tenant, email }, source)',
    by: '{ release: async () => undefined }',
  },
  {
    rule: 'Pages of other hosts read nothing with the cookie of a tenant',
    file: 'src/http/session/session-authentication.ts',
    replace: 'requireOwnRead(request);',
    by: 'void requireOwnRead;',
  },
  {
    rule: 'Exports are files',
    file: 'src/http/streaming/send-lines.ts',
    replace: '`attachment; filename',
    by: '`inline; filename',
  },
];
