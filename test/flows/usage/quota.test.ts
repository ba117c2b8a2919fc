import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { complete, said } from '#test/openai/completion.ts';
import { type Answered, problemOf } from '#test/reading/answered.ts';
import type { Api } from '#test/world/api.ts';
import { shareApi } from '#test/world/shared-service.ts';

const deepDive = { options: { detailed_response: true } };
const priority = { options: { priority: 'priority' } };
const as = (external_user_id: string) => ({ context: { external_user_id } });

describe('Quota', () => {
  let api: Api;
  before(async () => {
    api = await shareApi(2);
  });

  const admitted = (answers: readonly Answered[]) => answers.filter(({ status }) => status === 200).length;

  test('64 parallel sends at a limit of 10 from two processes: exactly 10 answers and 10 counted', async () => {
    const partner = await api.partner({ daily_limit: 10 });
    const calls = api.provider.received;
    const sends = Array.from({ length: 64 }, (_, index) =>
      partner.send(as(`u${index % 5}`), { process: index % 2 }),
    );
    const answers = await Promise.all(sends);
    assert.equal(admitted(answers), 10);
    for (const answer of answers) if (answer.status !== 200) problemOf(answer, 'quota_exceeded');
    assert.equal(api.provider.received - calls, 10);
    const traces = { ...(await partner.traces()) };
    assert.deepEqual(traces, {
      conversations: 10,
      messages: 20,
      turns: 10,
      ledger: 10,
      idempotency_keys: 0,
      burst: 0,
      client_usage: 10,
      user_usage: 10,
    });
  });

  test('requests in OpenAI’s form count with the others, with and without earlier messages', async () => {
    const partner = await api.partner({ daily_limit: 10 });
    const earlier = [said('user', 'One'), said('assistant', 'Two'), said('user', 'Three')];
    const sends = Array.from({ length: 48 }, (_, index) => {
      const options = { process: index % 2 };
      if (index % 3 === 0) return partner.send({}, options);
      return complete(partner, index % 3 === 1 ? {} : { messages: earlier }, options);
    });
    const answers = await Promise.all(sends);
    assert.equal(admitted(answers), 10);
    assert.equal(answers.filter(({ status }) => status === 429).length, 38);
    const [row] = await api.database.query<{ imported: number }>(
      'select count(*)::integer as imported from messages where client_id = $1 and turn_id is null',
      [partner.client.id],
    );
    const imported = row?.imported ?? -1;
    assert.equal(imported % 2, 0);
    assert.partialDeepStrictEqual(await partner.traces(), {
      conversations: 10,
      messages: 20 + imported,
      turns: 10,
      ledger: 10,
      client_usage: 10,
      user_usage: 10,
    });
  });

  test('a cap of one user holds for that user alone, exactly, from two processes', async () => {
    const partner = await api.partner({ user_requests_limit: 3 });
    const users = ['a', 'b', 'c', 'd'];
    const sends = users.flatMap((user) =>
      Array.from({ length: 8 }, async (_, index) => ({
        user,
        answer: await partner.send(as(user), { process: index % 2 }),
      })),
    );
    const all = await Promise.all(sends);
    for (const user of users) {
      assert.equal(admitted(all.filter((one) => one.user === user).map(({ answer }) => answer)), 3, user);
    }
  });

  test('priority is counted beside the request, by its own cap', async () => {
    const partner = await api.partner({ user_priority_limit: 1 });
    assert.equal((await partner.send(priority)).status, 200);
    const problem = problemOf(await partner.send(priority), 'quota_exceeded');
    assert.deepEqual([problem['dimension'], problem['scope']], ['priority', 'user']);
    assert.equal((await partner.send({ options: { priority: 'standard' } })).status, 200);
    assert.equal((await partner.send({ ...priority, ...as('user-2') })).status, 200);
    const { requests, priority: counted } = await partner.usage();
    assert.equal(requests.label, '2/unlimited');
    assert.equal(counted.label, '1/1');
  });

  test('Deep Dive is counted beside the request, by its own cap', async () => {
    const partner = await api.partner({ deep_dive_enabled: true, user_deep_dive_limit: 1 });
    assert.equal((await partner.send(deepDive)).status, 200);
    const problem = problemOf(await partner.send(deepDive), 'quota_exceeded');
    assert.deepEqual([problem['dimension'], problem['scope']], ['deep_dive', 'user']);
    assert.equal((await partner.send()).status, 200);
  });

  test('a refusal consumes nothing in any dimension', async () => {
    const partner = await api.partner({
      user_priority_limit: 5,
      daily_limit: 5,
      user_deep_dive_limit: 0,
      deep_dive_enabled: true,
    });
    const before = await partner.traces();
    const options = { detailed_response: true, priority: 'priority' };
    problemOf(await partner.send({ options }), 'quota_exceeded');
    assert.deepEqual(await partner.traces(), before);
  });

  test('a limit of 0 means none', async () => {
    const dimensions = [
      [{ daily_limit: 0 }, {}, 'requests', 'client'],
      [{ user_requests_limit: 0 }, {}, 'requests', 'user'],
      [{ user_priority_limit: 0 }, priority, 'priority', 'user'],
      [{ user_deep_dive_limit: 0, deep_dive_enabled: true }, deepDive, 'deep_dive', 'user'],
    ] as const;
    for (const [columns, body, dimension, scope] of dimensions) {
      const partner = await api.partner(columns);
      const problem = problemOf(await partner.send(body), 'quota_exceeded');
      assert.deepEqual([problem['dimension'], problem['scope']], [dimension, scope]);
    }
  });

  test('only null is unlimited', async () => {
    const partner = await api.partner();
    const answers = await Promise.all(Array.from({ length: 30 }, () => partner.send()));
    assert.equal(admitted(answers), 30);
    const { requests } = await partner.usage();
    assert.deepEqual(
      { limit: requests.limit, remaining: requests.remaining, label: requests.label },
      { limit: null, remaining: null, label: '30/unlimited' },
    );
    assert.equal(answers[0]?.headers.get('ratelimit'), undefined);
  });

  test('a refusal says which limit, how far it is used, and when it ends', async () => {
    const partner = await api.partner({ daily_limit: 1 });
    await partner.send();
    const longest = secondsToMidnight();
    const answer = await partner.send();
    const shortest = secondsToMidnight();
    const problem = problemOf(answer, 'quota_exceeded');
    assert.equal(problem.type, 'https://iana.org/assignments/http-problem-types#quota-exceeded');
    assert.deepEqual(problem['violated-policies'], ['client-requests-per-day']);
    assert.deepEqual(problem['usage'], await partner.usage());
    assert.equal(problem['reset_at'], midnight());
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(seconds >= Math.floor(shortest) && seconds <= Math.ceil(longest), String(seconds));
    assert.equal(answer.headers.get('ratelimit-policy'), '"client-requests-per-day";q=1;w=86400');
    assert.match(answer.headers.get('ratelimit') ?? '', /^"client-requests-per-day";r=0;t=\d+$/);
  });

  test('a burst limit is for a minute from the first request of it, whenever the others came', async () => {
    const partner = await api.partner({ burst_per_minute: 2 });
    const begunAgo = (seconds: number) =>
      api.database.query(
        'update burst_windows set window_start = now() - make_interval(secs => $2) where client_id = $1',
        [partner.client.id, seconds],
      );
    assert.equal((await partner.send()).status, 200);
    await begunAgo(10);
    assert.equal((await partner.send()).status, 200);
    for (const [seconds, left] of [
      [null, 50],
      [40, 20],
    ] as const) {
      if (seconds !== null) await begunAgo(seconds);
      const limited = await partner.send();
      problemOf(limited, 'rate_limited');
      const wait = Number(limited.headers.get('retry-after'));
      assert.ok(wait <= left && wait > left - 15, `${wait} of ${left} s`);
      assert.equal(limited.headers.get('ratelimit'), `"client-burst-per-minute";r=0;t=${wait}`);
    }
    await begunAgo(60);
    for (const _ of [1, 2]) assert.equal((await partner.send()).status, 200);
    problemOf(await partner.send(), 'rate_limited');
  });

  test('a refusal at a burst limit or a limit of concurrent answers carries Retry-After and RateLimit', async () => {
    const burst = await api.partner({ burst_per_minute: 2 });
    await Promise.all([burst.send(), burst.send({}, { process: 1 })]);
    const limited = await burst.send();
    assert.deepEqual(problemOf(limited, 'rate_limited')['violated-policies'], ['client-burst-per-minute']);
    assert.ok(Number(limited.headers.get('retry-after')) <= 60);
    assert.equal(limited.headers.get('ratelimit-policy'), '"client-burst-per-minute";q=2;w=60');
    for (const [column, scope] of [
      ['concurrent_turns', 'client'],
      ['concurrent_turns_per_user', 'user'],
    ] as const) {
      const partner = await api.partner({ [column]: 1 });
      api.provider.enqueue({ stallAfter: 1 });
      const running = await partner.open();
      const answer = await partner.send({}, { process: 1 });
      assert.equal(problemOf(answer, 'too_many_concurrent')['scope'], scope);
      assert.equal(answer.headers.get('retry-after'), '1');
      assert.ok(answer.headers.has('ratelimit'));
      const other = await partner.send(as('user-2'));
      assert.equal(other.status, scope === 'user' ? 200 : 429);
      await running.body?.cancel();
    }
  });
});

function secondsToMidnight(): number {
  return (Date.parse(midnight()) - Date.now()) / 1_000;
}

function midnight(): string {
  return new Date(new Date().setUTCHours(24, 0, 0, 0)).toISOString();
}

export const breaks: readonly Break[] = [
  {
    rule: 'A refusal that may be repeated later says when',
    file: 'src/http/server/problem.ts',
    replace: "...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),",
    by: '',
  },
  {
    rule: 'A burst is counted for a minute',
    file: 'src/adapters/postgres/admissions/fact-statements.ts',
    replace: "b.window_start > now() - interval '1 minute'",
    by: "b.window_start > now() - interval '5 seconds'",
  },
  {
    rule: 'The minute of a burst begins with its first request',
    file: 'src/adapters/postgres/admissions/store-statements.ts',
    replace: 'then b.window_start else excluded.window_start end',
    by: 'then excluded.window_start else excluded.window_start end',
  },
  {
    rule: 'A new minute counts from the beginning',
    file: 'src/adapters/postgres/admissions/store-statements.ts',
    replace: 'then b.requests + excluded.requests else excluded.requests end',
    by: 'then b.requests + excluded.requests else b.requests + excluded.requests end',
  },
  {
    rule: 'A burst is over when its minute is',
    file: 'src/adapters/postgres/admissions/fact-statements.ts',
    replace: 'ceil(60 - extract(epoch',
    by: 'ceil(600 - extract(epoch',
  },
  {
    rule: 'A prompt with priority counts as one in that dimension',
    file: 'src/core/usage/charge.ts',
    replace: 'priority: Number(priority)',
    by: 'priority: Number(priority && deepDive)',
  },
];
