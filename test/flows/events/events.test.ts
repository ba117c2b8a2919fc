import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { limits } from '#contract/limits.ts';
import type { Break } from '#test/break.ts';
import { problemOf } from '#test/reading/answered.ts';
import { until } from '#test/reading/until.ts';
import { eventsUntil, read } from '#test/webhooks/read-log.ts';
import { type Api, openApi } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';

const scopes = ['chat', 'webhooks'];
const canary = 'canary-3f9c1';

describe('The log of events', () => {
  let api: Api;
  before(async () => {
    api = await openApi({ processes: 2 });
  });
  after(() => api[Symbol.asyncDispose]());

  test('begins with the first read, whose answer is empty and comes at once', async () => {
    const partner = await api.partner({ scopes });
    await partner.send();
    const first = await read(partner, '?wait=30');
    assert.deepEqual(first.data, []);
    const job = await runJob(partner);
    const [event, ...others] = await eventsUntil(partner, 1, first.next_cursor);
    assert.deepEqual(others, []);
    assert.match(event?.id ?? '', /^evt_[0-9a-f]{8}-[0-9a-f]{4}-7/);
    assert.equal(event?.type, 'job.completed');
    assert.deepEqual(event?.data, {
      job_uuid: job.job_uuid,
      conversation_uuid: job.conversation_uuid,
      message_uuid: job.message_uuid,
      agent_slug: 'assistant',
      external_user_id: 'user-1',
      status: 'completed',
      finish_reason: 'stop',
      error_code: null,
      charged: { requests: 1, priority: 0, deep_dive: 0, refunded: false },
    });
  });

  test('a client that has never looked pays nothing: not one row is stored', async () => {
    const partner = await api.partner({ scopes, daily_limit: 1 });
    const { conversation_uuid } = await runJob(partner);
    const conversation = `/conversations/${conversation_uuid}`;
    const user = { external_user_id: 'user-1' };
    assert.equal((await partner.post(`${conversation}/feedback`, { rating: 'up', ...user })).status, 200);
    assert.equal((await partner.request('DELETE', conversation, user)).status, 200);
    const rows = await api.database.query<{ count: number }>(
      'select (select count(*) from events where client_id = $1) + (select count(*) from quota_notices where client_id = $1) as count',
      [partner.client.id],
    );
    assert.deepEqual(rows, [{ count: 0 }]);
  });

  test('contains a job that was running when the log began', async () => {
    const partner = await api.partner({ scopes });
    const begun = Promise.withResolvers<void>();
    api.provider.enqueue({ before: () => begun.promise });
    const answer = await partner.post('/jobs', {
      prompt: 'A question',
      context: { external_user_id: 'user-1' },
    });
    const { job_uuid: id } = JSON.parse(answer.text);
    await until(
      async () =>
        JSON.parse((await partner.get(`/jobs/${id}?external_user_id=user-1`)).text).status === 'running',
    );
    const { next_cursor: cursor } = await read(partner);
    begun.resolve();
    await partner.finalJob(id);
    const [event] = await eventsUntil(partner, 1, cursor);
    assert.equal(event?.type, 'job.completed');
  });

  test('contains streams only when they fail', async () => {
    const partner = await api.partner({ scopes });
    const { next_cursor: cursor } = await read(partner);
    await partner.send();
    const failing = await partner.change({ model: 'openai/mock:status=404' });
    assert.equal(failing, undefined);
    await partner.send();
    const [event, ...others] = await eventsUntil(partner, 1, cursor);
    assert.deepEqual(others, []);
    assert.equal(event?.type, 'turn.failed');
    assert.equal(event?.data['error_code'], 'provider_error');
  });

  test('contains cancelled jobs, ratings and erased conversations, and never a word of them', async () => {
    const partner = await api.partner({ scopes });
    const { next_cursor: cursor } = await read(partner);
    const job = await runJob(partner, canary);
    const conversation = `/conversations/${job.conversation_uuid}`;
    const user = { external_user_id: 'user-1' };
    await partner.post(`${conversation}/feedback`, { rating: 'down', comment: canary, ...user });
    await partner.post(`${conversation}/feedback`, { rating: null, ...user });
    await partner.request('DELETE', `${conversation}?external_user_id=user-1`);
    const events = await eventsUntil(partner, 4, cursor);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data['rating']]),
      [
        ['job.completed', undefined],
        ['feedback.saved', 'down'],
        ['feedback.saved', null],
        ['conversation.deleted', undefined],
      ],
    );
    for (const { data } of events) assert.equal(data['conversation_uuid'], job.conversation_uuid);
    assert.doesNotMatch(JSON.stringify(events), new RegExp(canary));
  });

  test('contains ratings and erasures by a process whose copy of the client is older than the log', async () => {
    const partner = await api.partner({ scopes });
    const { conversation_uuid } = await runJob(partner, 'A question', 1);
    const { next_cursor: cursor } = await read(partner);
    const conversation = `/conversations/${conversation_uuid}`;
    const rating = { rating: 'up', external_user_id: 'user-1' };
    const rated = await partner.post(`${conversation}/feedback`, rating, { process: 1 });
    assert.equal(rated.status, 200, rated.text);
    const path = `${conversation}?external_user_id=user-1`;
    assert.equal((await partner.request('DELETE', path, undefined, { process: 1 })).status, 200);
    const events = await eventsUntil(partner, 2, cursor);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data['external_user_id'], data['conversation_uuid']]),
      ['feedback.saved', 'conversation.deleted'].map((type) => [type, 'user-1', conversation_uuid]),
    );
  });

  test('contains a user who is blocked and unblocked, once each', async () => {
    const partner = await api.partner({ scopes });
    const { next_cursor: cursor } = await read(partner);
    for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE']) {
      const answer = await partner.request(method, '/blocked-users?external_user_id=user-1');
      assert.equal(answer.status, 200);
    }
    const events = await eventsUntil(partner, 2, cursor);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data]),
      ['user.blocked', 'user.unblocked'].map((type) => [type, { external_user_id: 'user-1' }]),
    );
  });

  test('announces 80 % and the whole of each limit once a day, from 2 processes under load', async () => {
    const partner = await api.partner({ scopes, daily_limit: 10, user_requests_limit: 5 });
    const { next_cursor: cursor } = await read(partner);
    const sends = Array.from({ length: 40 }, (_, index) =>
      partner.send({ context: { external_user_id: `u${index % 2}` } }, { process: index % 2 }),
    );
    await Promise.all(sends);
    const events = await eventsUntil(partner, 6, cursor);
    const told = events.map(({ type, data }) =>
      [type, data['external_user_id'], data['used'], data['limit']].join(' '),
    );
    assert.deepEqual(told.toSorted(), [
      'quota.reached  10 10',
      'quota.reached u0 5 5',
      'quota.reached u1 5 5',
      'quota.warning  8 10',
      'quota.warning u0 4 5',
      'quota.warning u1 4 5',
    ]);
    await partner.change({ daily_limit: 11, user_requests_limit: null });
    await partner.send();
    const later = await eventsUntil(partner, 6, cursor);
    assert.equal(later.length, 6, 'the limit of the day is announced once, although it was raised');
  });

  test('announces 80 % of a limit with the turn that reaches it, and not with the previous one', async () => {
    const partner = await api.partner({ scopes, daily_limit: 100 });
    const { next_cursor: cursor } = await read(partner);
    await partner.send();
    await api.database.query('update usage_clients set requests = 78 where client_id = $1', [
      partner.client.id,
    ]);
    for (let count = 0; count < 3; count++) await partner.send();
    const events = await eventsUntil(partner, 1, cursor);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data['used']]),
      [['quota.warning', 80]],
    );
  });

  test('holds an empty answer back until there is an event', async () => {
    const partner = await api.partner({ scopes });
    const { next_cursor: cursor } = await read(partner);
    const waiting = read(partner, `?wait=30&after=${cursor}&types=feedback.saved,job.completed`);
    const job = await runJob(partner, 'A question', 1);
    const { data } = await waiting;
    assert.deepEqual(
      data.map((event) => event.data['job_uuid']),
      [job.job_uuid],
    );
  });

  test('lets 64 readers of a client wait, and no more', async () => {
    const partner = await api.partner({ scopes });
    const { next_cursor: cursor } = await read(partner);
    const leave = new AbortController();
    const path = `/events?wait=30&after=${cursor}`;
    const all = Array.from({ length: limits.waitingReaders + 1 }, () =>
      partner.get(path, { signal: leave.signal }).catch(() => null),
    );
    const refused = await Promise.any(
      all.map(async (one) => (await one) ?? Promise.reject(new Error('left'))),
    );
    problemOf(refused, 'too_many_readers');
    leave.abort();
    await Promise.all(all);
  });

  test('refuses what is no cursor, no type, an expired cursor, and the events of another client', async () => {
    const [partner, other] = [await api.partner({ scopes }), await api.partner({ scopes })];
    const { next_cursor: cursor } = await read(partner);
    await runJob(partner);
    const [event] = await eventsUntil(partner, 1, cursor);
    assert.equal((await partner.get(`/events/${event?.id}`)).status, 200);
    for (const id of [event?.id, 'evt_x', event?.id.slice(4), 'evt_00000000-0000-7000-8000-000000000000']) {
      problemOf(await other.get(`/events/${id}`), 'event_not_found');
    }
    problemOf(await partner.get('/events?after=x'), 'validation_error');
    problemOf(await partner.get('/events?types=job.finished'), 'validation_error');
    problemOf(await (await api.partner()).get('/events'), 'insufficient_scope');
    const [generation, xid, seq, at] = Buffer.from(cursor, 'base64url').toString().split(' ');
    const old = Buffer.from([generation, xid, seq, Number(at) - 31 * 86_400_000].join(' ')).toString(
      'base64url',
    );
    problemOf(await partner.get(`/events?after=${old}`), 'cursor_expired');
    const foreign = Buffer.from([Number(generation) + 1, xid, seq, at].join(' ')).toString('base64url');
    problemOf(await partner.get(`/events?after=${foreign}`), 'cursor_expired');
  });
});

async function runJob(partner: Partner, prompt = 'A question', process = 0) {
  const body = { prompt, context: { external_user_id: 'user-1' } };
  const answer = await partner.post('/jobs', body, { process });
  return partner.finalJob(JSON.parse(answer.text).job_uuid);
}

export const breaks: readonly Break[] = [
  {
    rule: 'An event has the members that the table of types gives it',
    file: 'src/core/turn/admission/quota-notices.ts',
    replace: 'reset_at: nextDay(day) }',
    by: 'resets_at: nextDay(day) }',
  },
  {
    rule: 'A client that uses no events stores none',
    file: 'database/functions/10-events.sql',
    replace: 'join clients c on c.id = a.client_id and c.events_since is not null',
    by: 'join clients c on c.id = a.client_id',
  },
  {
    rule: 'The end of a job is an event of the transaction that ends it',
    file: 'database/functions/8-endings.sql',
    replace: 'if v_told is not null then perform record_endings(v_clients, v_told); end if;',
    by: '',
  },
  {
    rule: 'A stream causes an event only when it fails',
    file: 'database/functions/8-endings.sql',
    replace: "case when t.door = 'job' or x.state = 'failed'",
    by: 'case when true',
  },
  {
    rule: 'A limit is announced at 80 per cent',
    file: 'src/core/turn/admission/quota-notices.ts',
    replace: 'const warningPercent = 80;',
    by: 'const warningPercent = 79;',
  },
  {
    rule: 'Looking for the first time begins the log',
    file: 'src/core/events/read-events.ts',
    replace: 'if (!client.usesEvents) await log.begin(client.id);',
    by: '',
  },
  {
    rule: 'The readers of a client that wait are limited',
    file: 'src/core/events/read-events.ts',
    replace: "using _ = readers.enter({ clientId: client.id, userId: '' });",
    by: '',
  },
  {
    rule: 'A rating is an event of the statement that stores it',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'from rated r)`',
    by: 'from rated r where false)`',
  },
  {
    rule: 'The deletion of a conversation is an event of its statement',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'where d.running is not null)',
    by: 'where false)',
  },
  {
    rule: 'A client gets events about users who are blocked and unblocked',
    file: 'src/core/administration/block-users.ts',
    replace: 'if (!usesEvents) return;',
    by: 'if (usesEvents) return;',
  },
];
