import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Health } from '#contract/health.ts';
import { ServerError } from '../../src/sdk/index.ts';
import { collect, startPair } from './client.ts';
import type { Call } from './scripted-service.ts';
import { conversationUuid, job, jobUuid, json, messageUuid, refusal, user } from './wire-answers.ts';

const as = { externalUserId: user };

test('a job is created under a key, and its identity is in the body', async () => {
  await using pair = await startPair();
  const accepted = { ok: true, job_uuid: jobUuid, queue_position: 3 };
  pair.service.on('POST /v1/jobs', refusal('queue_full', {}, { 'retry-after': '0' }), json(accepted, 202));
  assert.deepEqual(
    await pair.client.jobs.create({ prompt: 'Hi', ...as, options: { ifBusy: 'queue' } }),
    accepted,
  );
  const [first, second] = pair.service.calls;
  assert.equal(first?.headers['idempotency-key'], second?.headers['idempotency-key']);
  assert.deepEqual(second?.body, {
    prompt: 'Hi',
    context: { external_user_id: user },
    options: { if_busy: 'queue' },
  });
});

test('wait() polls until the job is final, and gives it back however it ended', async () => {
  await using pair = await startPair();
  pair.service.on(`GET /v1/jobs/${jobUuid}`, json(job('queued')), json(job('running')), json(job('failed')));
  assert.deepEqual(await pair.client.jobs.wait(jobUuid, as), job('failed'));
  const queries = pair.service.calls.map(({ query }) => query.toString());
  assert.deepEqual(queries, Array(3).fill(`external_user_id=${user}&wait=30&until=final`));
});

test('output is read from a cursor on', async () => {
  await using pair = await startPair();
  pair.service.on(`GET /v1/jobs/${jobUuid}/output`, json({ ok: true, text: 'lo' }));
  await pair.client.jobs.output(jobUuid, { ...as, after: '1.3', waitSeconds: 5 });
  assert.equal(pair.service.calls[0]?.query.toString(), `external_user_id=${user}&after=1.3&wait=5`);
});

test('every conversation of a user is listed over its pages', async () => {
  await using pair = await startPair();
  const page = (title: string, next_cursor: string | null) =>
    json({ ok: true, object: 'list', data: [{ title }], has_more: next_cursor !== null, next_cursor });
  pair.service.on('GET /v1/conversations', page('One', 'c1'), page('Two', 'c2'), page('Three', null));
  const titles = await collect(
    pair.client.conversations.all({ ...as, limit: 1, agentSlug: 'helper', q: 'o' }),
  );
  assert.deepEqual(
    titles.map(({ title }) => title),
    ['One', 'Two', 'Three'],
  );
  assert.deepEqual(
    pair.service.calls.map(({ query }) => query.toString()),
    [
      `external_user_id=${user}&agent_slug=helper&limit=1&q=o`,
      `external_user_id=${user}&agent_slug=helper&limit=1&cursor=c1&q=o`,
      `external_user_id=${user}&agent_slug=helper&limit=1&cursor=c2&q=o`,
    ],
  );
});

test('a conversation is read, renamed, rated and deleted', async () => {
  await using pair = await startPair();
  const path = `/v1/conversations/${conversationUuid}`;
  const answer = { ok: true };
  const { conversations } = pair.client;
  for (const route of [`GET ${path}`, `PATCH ${path}`, `POST ${path}/feedback`, `DELETE ${path}`]) {
    pair.service.on(route, json(answer));
  }
  await conversations.get(conversationUuid, { ...as, limit: 10, before: 'c1' });
  await conversations.rename(conversationUuid, { ...as, title: 'Plans' });
  await conversations.feedback(conversationUuid, { ...as, rating: null, messageUuid, comment: 'Odd' });
  await conversations.delete(conversationUuid, as);
  assert.deepEqual(
    pair.service.calls.map(({ method, query, body }) => [method, query.toString(), body]),
    [
      ['GET', `external_user_id=${user}&limit=10&before=c1`, null],
      ['PATCH', `external_user_id=${user}`, { title: 'Plans' }],
      [...['POST', `external_user_id=${user}`], { rating: null, comment: 'Odd', message_uuid: messageUuid }],
      ['DELETE', `external_user_id=${user}`, null],
    ],
  );
});

test('a hosted session is made for a user', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/hosted-session', json({ ok: true, token: 't' }));
  assert.equal((await pair.client.hostedSessions.create({ ...as, ttlSeconds: 900 })).token, 't');
  assert.deepEqual(pair.service.calls[0]?.body, { external_user_id: user, ttl_seconds: 900 });
});

test('a conversation is read when it has changed, and followed from state to state until it is deleted', async () => {
  await using pair = await startPair();
  const state =
    (etag: string, title: string | null) =>
    ({ response }: Call) => {
      response.writeHead(title === null ? 304 : 200, { etag, 'content-type': 'application/json' });
      response.end(title === null ? '' : JSON.stringify({ ok: true, title }));
    };
  const route = 'GET /v1/conversations/c-1';
  pair.service.on(
    route,
    state('"1"', 'a'),
    state('"1"', null),
    state('"2"', 'b'),
    refusal('conversation_not_found'),
  );
  const titles: string[] = [];
  const follow = async () => {
    for await (const { title } of pair.client.conversations.follow('c-1', as)) titles.push(title);
  };
  await assert.rejects(follow, { code: 'conversation_not_found' });
  assert.deepEqual(titles, ['a', 'b']);
  assert.deepEqual(
    pair.service.calls.map(({ query, headers }) => [query.get('wait'), headers['if-none-match']]),
    [
      ['30', undefined],
      ['30', '"1"'],
      ['30', '"1"'],
      ['30', '"2"'],
    ],
  );
  pair.service.on(route, state('"2"', null));
  const known = await pair.client.conversations.getIfChanged('c-1', { ...as, etag: '"2"' });
  assert.deepEqual(known, { etag: '"2"', conversation: null });
});

test('a user is blocked, listed and let in again', async () => {
  await using pair = await startPair();
  const page = (external_user_id: string, next_cursor: string | null) =>
    json({
      ok: true,
      object: 'list',
      data: [{ external_user_id }],
      has_more: next_cursor !== null,
      next_cursor,
    });
  pair.service.on('PUT /v1/blocked-users', json({ ok: true, blocked: true }));
  pair.service.on('GET /v1/blocked-users', page('a', 'c1'), page('b', null));
  pair.service.on('DELETE /v1/blocked-users', json({ ok: true, blocked: false }));
  assert.equal((await pair.client.blockedUsers.block(as)).blocked, true);
  const blocked = await collect(pair.client.blockedUsers.all({ limit: 1 }));
  assert.deepEqual(
    blocked.map((each) => each.external_user_id),
    ['a', 'b'],
  );
  assert.equal((await pair.client.blockedUsers.unblock(as)).blocked, false);
  assert.deepEqual(
    pair.service.calls.map(({ method, query }) => `${method} ${query}`),
    [
      `PUT external_user_id=${user}`,
      ...['GET limit=1', 'GET limit=1&cursor=c1'],
      `DELETE external_user_id=${user}`,
    ],
  );
});

test("a user's data is exported line by line and erased, and an export that was cut is an error", async () => {
  await using pair = await startPair();
  const lines =
    (...values: object[]) =>
    ({ response }: Call) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.end(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
    };
  const message = { type: 'message', content: 'Ünïcode' };
  pair.service.on('GET /v1/user-data', lines(message, { type: 'end', lines: 1 }), lines(message));
  pair.service.on('DELETE /v1/user-data', json({ ok: true, status: 'erased' }, 202));
  assert.deepEqual(await collect(pair.client.userData.export(as)), [message, { type: 'end', lines: 1 }]);
  await assert.rejects(collect(pair.client.userData.export(as)), { name: 'UnexpectedAnswerError' });
  assert.equal((await pair.client.userData.erase(as)).status, 'erased');
});

test('a key is rotated once, whatever becomes of the answer, and ratings are read page by page', async () => {
  await using pair = await startPair();
  const rotated = {
    ok: true,
    api_key: 'k2',
    key_prefix: 'k',
    previous_key_until: '2030-01-01T00:00:00.000Z',
  };
  pair.service.on('POST /v1/keys/rotate', json(rotated), refusal('unavailable', {}, { 'retry-after': '0' }));
  assert.equal((await pair.client.keys.rotate({ overlapSeconds: 3_600 })).api_key, 'k2');
  await assert.rejects(pair.client.keys.rotate(), ServerError);
  const page = (uuid: string, next: string | null) =>
    json({
      ok: true,
      object: 'list',
      data: [{ feedback_uuid: uuid }],
      has_more: next !== null,
      next_cursor: next,
    });
  pair.service.on('GET /v1/feedback', page('a', 'c1'), page('b', null));
  const read = await collect(pair.client.feedback.all({ rating: 'down', since: new Date(0), limit: 1 }));
  assert.deepEqual(
    read.map(({ feedback_uuid: uuid }) => uuid),
    ['a', 'b'],
  );
  pair.service.on('GET /v1/agents/a%20b/unanswered', page('c', null));
  assert.equal((await pair.client.feedback.unanswered('a b', { limit: 1 })).has_more, false);
  const since = encodeURIComponent(new Date(0).toISOString());
  assert.deepEqual(
    pair.service.calls.map(({ method, query }) => `${method} ${query}`),
    [
      'POST ',
      'POST ',
      `GET rating=down&limit=1&since=${since}`,
      `GET rating=down&limit=1&cursor=c1&since=${since}`,
      'GET limit=1',
    ],
  );
});

test('agents and providers are listed', async () => {
  await using pair = await startPair();
  const agents = [{ slug: 'travel', name: 'Travel guide', default: true, deep_dive: false }];
  pair.service.on('GET /v1/agents', json({ ok: true, object: 'list', data: agents }));
  assert.deepEqual((await pair.client.agents.list()).data, agents);
  pair.service.on('GET /v1/providers', json({ ok: true, object: 'list', data: [] }));
  assert.deepEqual((await pair.client.providers.list()).data, []);
});

test('an ailing service is an answer to health(), a refusal is not', async () => {
  await using pair = await startPair();
  const health: Health = {
    ...{ ok: false, status: 'fail', version: '0.1.0' },
    checks: { database: 'fail', queue: 'pass', providers: 'pass' },
    client: { slug: 'acme', enabled: true, subscription_status: 'trial', scopes: ['chat'] },
  };
  pair.service.on('GET /v1/health', json(health, 503), refusal('unavailable', {}, { 'retry-after': '61' }));
  assert.deepEqual(await pair.client.health(), health);
  await assert.rejects(pair.client.health(), ServerError);
});
