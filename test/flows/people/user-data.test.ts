import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { UserDataErasure, UserDataLine } from '#contract/people/people.ts';
import type { Break } from '#test/break.ts';
import { tablesWith } from '#test/people/search-dump.ts';
import { problemOf, readAnswer } from '#test/reading/answered.ts';
import { until } from '#test/reading/until.ts';
import type { Hosted, Tenant } from '#test/world/hosted.ts';
import { Partner } from '#test/world/partner.ts';
import { shareHosted } from '#test/world/shared-service.ts';

const line = Compile(UserDataLine);
const erasure = Compile(UserDataErasure);

describe("A person's data", () => {
  let hosted: Hosted;
  let tenant: Tenant;
  let partner: Partner;
  /** A user of each test, in whose identity nothing can be read by chance. */
  let user: string;
  let path: string;
  let context: { readonly external_user_id: string };
  before(async () => {
    hosted = await shareHosted(2);
  });

  async function begin(): Promise<void> {
    tenant = await hosted.tenant({ scopes: ['chat', 'user-data'] });
    partner = new Partner(hosted.api, tenant.client, tenant.key);
    user = `anna kowalska/${crypto.randomUUID()}`;
    path = `/user-data?external_user_id=${encodeURIComponent(user)}`;
    context = { external_user_id: user };
  }

  async function exported(process = 0): Promise<UserDataLine[]> {
    const { status, headers, text, complete } = await partner.get(path, { process });
    assert.deepEqual([status, complete], [200, true], text);
    assert.equal(headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
    assert.equal(headers.get('content-disposition'), 'attachment; filename="user-data.jsonl"');
    return text
      .trimEnd()
      .split('\n')
      .map((one) => {
        const value: unknown = JSON.parse(one);
        assert.ok(line.Check(value), one);
        return value;
      });
  }

  async function exportsAudited() {
    const rows = await hosted.api.database.query<{ actor: string; subject: string }>(
      `select actor, subject from audit_log where client_id = $1 and action = 'user.export' order by id`,
      [tenant.client.id],
    );
    return rows.map(({ actor, subject }) => [actor, subject]);
  }

  async function erase(process = 0): Promise<string> {
    const answer = await readAnswer(await partner.request('DELETE', path, undefined, { process }));
    assert.equal(answer.status, 202, answer.text);
    const body: unknown = JSON.parse(answer.text);
    assert.ok(erasure.Check(body));
    return body.status;
  }

  /** On a loaded machine an erasure may outlast the request that began it. */
  async function untilErased(process = 0): Promise<void> {
    await until(async () => (await erase(process)) === 'erased');
  }

  test('is exported line by line: conversations, messages, feedback, usage and changes', async () => {
    await begin();
    const sent = await partner.send({ prompt: 'A question with ünïcode\u2028 in it', context });
    const uuid = sent.headers.get('x-conversation-id') ?? '';
    await partner.post(`/conversations/${uuid}/feedback`, { rating: 'down', comment: 'Odd', ...context });
    const replaces = (await exported()).find((line) => line.type === 'message')?.message_uuid;
    const told = { facts: { plan: 'pro', seats: 12 }, page: { title: 'Prices' } };
    const better = { prompt: 'A better one', conversation_uuid: uuid, options: { replaces } };
    const { headers } = await partner.send({ ...better, context: { ...context, ...told } });
    await partner.send({ context: { external_user_id: 'another' }, prompt: 'Not mine' });
    await partner.request('PUT', `/blocked-users?external_user_id=${encodeURIComponent(user)}`);
    const lines = await exported();
    assert.deepEqual(
      lines.map(({ type }) => type),
      [
        ...['user', 'conversation', 'message', 'message', 'feedback', 'message', 'message', 'turn'],
        ...['usage', 'audit', 'audit', 'audit', 'end'],
      ],
    );
    assert.partialDeepStrictEqual(lines, [
      { type: 'user', external_user_id: user, blocked: true, account: null },
      { type: 'conversation', conversation_uuid: uuid },
      {
        type: 'message',
        role: 'user',
        content: 'A question with ünïcode\u2028 in it',
        conversation_uuid: uuid,
        message_uuid: replaces,
        set_aside: true,
      },
      { type: 'message', role: 'assistant', content: sent.text, ai_generated: true, set_aside: true },
      { type: 'feedback', rating: 'down', comment: 'Odd' },
      { type: 'message', role: 'user', content: 'A better one', replaces, set_aside: false },
      { type: 'message', role: 'assistant', set_aside: false },
      {
        type: 'turn',
        conversation_uuid: uuid,
        job_uuid: headers.get('x-job-id'),
        message_uuid: headers.get('x-message-id'),
        ...told,
      },
      { type: 'usage', requests: 2 },
      { type: 'audit', action: 'user.export', actor: `key:${tenant.client.slug}`, subject: user },
      { type: 'audit', action: 'user.block', actor: `key:${tenant.client.slug}`, subject: user },
      { type: 'audit', action: 'user.export', actor: `key:${tenant.client.slug}`, subject: user },
      { type: 'end', lines: 12 },
    ]);
    assert.ok(!JSON.stringify(lines).includes('Not mine'));
  });

  test('leaves a line in the audit log whenever it is exported, which names nobody of whom nothing is stored', async () => {
    await begin();
    const admin = await tenant.visitor({ admin: true });
    const byAdmin = () =>
      admin.browser.visit(tenant.url(`/account/api/user-data?${new URLSearchParams({ identity: user })}`));
    await exported();
    assert.equal((await byAdmin()).status, 200);
    await partner.send({ context });
    await exported();
    assert.equal((await byAdmin()).status, 200);
    const [key, person] = [`key:${tenant.client.slug}`, `hu:${admin.user.id}`];
    assert.deepEqual(await exportsAudited(), [
      [key, ''],
      [person, ''],
      [key, user],
      [person, user],
    ]);
  });

  test('is erased: nothing is left to read, a search of the database finds nothing, and the user can begin again', async () => {
    await begin();
    const told = { ...context, facts: { name: user }, page: { title: user } };
    for (const process of [0, 1]) {
      await partner.send({ prompt: `Words of ${user}`, context: told }, { process });
    }
    await untilErased();
    assert.deepEqual(
      (await exported()).map(({ type }) => type),
      ['user', 'end'],
    );
    assert.deepEqual(await tablesWith(hosted.api.database, [user]), []);
    assert.equal((await partner.usage()).client?.requests.used, 2, 'the client has used what it has used');
    await untilErased(1);
    assert.equal((await partner.send({ context })).status, 200);
  });

  test('of an answer that runs: it is cut, and the erasure ends in whichever process', async () => {
    await begin();
    hosted.api.provider.enqueue({ stallAfter: 1 });
    const told = { ...context, facts: { name: user }, page: { title: user } };
    const running = await partner.open({ prompt: `Words of ${user}`, context: told }, { process: 1 });
    const queued = {
      prompt: `More words of ${user}`,
      context: told,
      conversation_uuid: running.headers.get('x-conversation-id'),
    };
    assert.equal((await partner.post('/jobs', queued)).status, 202);
    await erase();
    assert.equal((await readAnswer(running)).complete, false);
    await until(async () => (await tablesWith(hosted.api.database, [user])).length === 0);
    assert.equal((await partner.send({ context })).status, 200);
  });

  test('needs the scope user-data, which is no part of chat, and names the person in the query', async () => {
    await begin();
    const { client, key } = await hosted.tenant({ scopes: ['chat'] });
    partner = new Partner(hosted.api, client, key);
    problemOf(await partner.get(path), 'insufficient_scope');
    problemOf(await readAnswer(await partner.request('DELETE', path)), 'insufficient_scope');
    await begin();
    problemOf(await partner.get('/user-data'), 'external_user_id_required');
    problemOf(await partner.get('/user-data?external_user_id=hu:erased:1'), 'reserved_identity_prefix');
    problemOf(await readAnswer(await partner.request('DELETE', '/user-data')), 'external_user_id_required');
  });

  test('who signs in: an administrator exports and erases it, the account with it, but never their own', async () => {
    await begin();
    const [admin, person] = [await tenant.visitor({ admin: true }), await tenant.visitor()];
    const identity = `hu:${person.user.id}`;
    const headers = { origin: tenant.url().slice(0, -1) };
    const ask = (method: string, about: string, query = '') =>
      admin.browser.visit(tenant.url(`/account/api${about}?${new URLSearchParams({ identity })}${query}`), {
        method,
        headers,
      });
    const sent = await person.browser.visit(tenant.url('/chat/stream'), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: `Words of ${identity}` }),
    });
    assert.equal(sent.status, 200);
    const lines = (await ask('GET', '/user-data')).text.trimEnd().split('\n');
    assert.partialDeepStrictEqual(JSON.parse(lines[0] ?? ''), {
      type: 'user',
      account: { id: identity, email: person.user.email },
    });
    assert.ok(lines.some((one) => one.includes(`Words of ${identity}`)));
    await until(async () => {
      const erased = await ask('DELETE', '/user-data');
      assert.equal(erased.status, 202, erased.text);
      return JSON.parse(erased.text).status === 'erased';
    });
    assert.deepEqual(await tablesWith(hosted.api.database, [person.user.id, person.user.email]), []);
    assert.equal((await person.browser.visit(tenant.url('/chat/usage'))).status, 401);
    const own = new URLSearchParams({ identity: `hu:${admin.user.id}` });
    const refused = await admin.browser.visit(tenant.url(`/account/api/user-data?${own}`), {
      method: 'DELETE',
      headers,
    });
    assert.equal(refused.status, 422);
  });

  test('a person who comes by a minted token is blocked and let in again on /account', async () => {
    await begin();
    const { browser } = await tenant.visitor({ admin: true });
    const headers = { origin: tenant.url().slice(0, -1) };
    const address = tenant.url(`/account/api/blocked-users?${new URLSearchParams({ identity: user })}`);
    const token = await tenant.token(user);
    const send = async () => {
      const init = {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt: 'Hello' }),
      };
      return (await hosted.browser().visit(tenant.url('/chat/stream'), init)).status;
    };
    assert.equal(await send(), 200);
    assert.equal((await browser.visit(address, { method: 'PUT', headers })).status, 200);
    assert.equal(await send(), 403);
    const list = await browser.visit(tenant.url('/account/api/blocked-users'));
    assert.deepEqual(
      JSON.parse(list.text).data.map((one: { external_user_id: string }) => one.external_user_id),
      [user],
    );
    assert.equal((await browser.visit(address, { method: 'DELETE', headers })).status, 200);
    assert.equal(await send(), 200);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An administrator does not erase itself',
    file: 'src/core/operations/client/people.ts',
    replace: "if (by.channel !== 'account' || by.actor.id !== userId) return;",
    by: 'if (userId !== null) return;',
  },
  {
    rule: 'An administrator names a person by the parameter of the account page',
    file: 'src/http/operations/by-session.ts',
    replace: "'identity' in query ? { external_user_id: query.identity } : query",
    by: 'query',
  },
  {
    rule: 'An export says what is set aside',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: 'n.seq <@ c.set_aside as set_aside',
    by: 'false as set_aside',
  },
  {
    rule: 'every export is audited',
    file: 'src/core/administration/manage-user-data.ts',
    replace: 'await change.audit.append({ ...entry, subject,',
    by: "if (actor.kind === 'operator') await change.audit.append({ ...entry, subject,",
  },
  {
    rule: 'an export of a person of whom nothing is stored names no one',
    file: 'src/core/administration/manage-user-data.ts',
    replace: "(await change.erasures.isStored({ clientId, userId })) ? userId : ''",
    by: 'userId',
  },
];
