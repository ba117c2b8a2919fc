import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Usage } from '#contract/resources.ts';
import type { Break } from '#test/break.ts';
import { problemOf } from '#test/reading/answered.ts';
import { type Hosted, Tenant } from '#test/world/hosted.ts';
import { shareHosted } from '#test/world/shared-service.ts';

const as = (external_user_id: string) => ({ context: { external_user_id } });

/** What the user `a` sees after two prompts of its own and three of another user. */
const table = [
  {
    when: 'a cap and a daily limit',
    columns: { user_requests_limit: 10, daily_limit: 50 },
    key: { limit: 10, remaining: 8, label: '2/10', scope: 'user' },
    hosted: { limit: 10, remaining: 8, label: '2/10', scope: 'user' },
  },
  {
    when: 'a cap above what is left of the daily limit',
    columns: { user_requests_limit: 10, daily_limit: 6 },
    key: { limit: 10, remaining: 1, label: '2/10', scope: 'user' },
    hosted: { limit: 10, remaining: 8, label: '2/10', scope: 'user' },
  },
  {
    when: 'a cap only',
    columns: { user_requests_limit: 10 },
    key: { limit: 10, remaining: 8, label: '2/10', scope: 'user' },
    hosted: { limit: 10, remaining: 8, label: '2/10', scope: 'user' },
  },
  {
    when: 'a daily limit only',
    columns: { daily_limit: 50 },
    key: { limit: 50, remaining: 45, label: '2/50', scope: 'client' },
    hosted: { limit: null, remaining: null, label: '2/unlimited', scope: 'user' },
  },
  {
    when: 'neither',
    columns: {},
    key: { limit: null, remaining: null, label: '2/unlimited', scope: 'user' },
    hosted: { limit: null, remaining: null, label: '2/unlimited', scope: 'user' },
  },
] as const;

describe('the usage object', () => {
  let hosted: Hosted;
  before(async () => {
    hosted = await shareHosted();
  });

  /** A client whose users have sent: `a` two prompts, `b` three. */
  async function used(columns: Readonly<Record<string, unknown>>) {
    const partner = await hosted.api.partner(columns);
    for (const user of ['a', 'b', 'b', 'a', 'b']) {
      assert.equal((await partner.send(as(user))).status, 200);
    }
    return partner;
  }

  async function chatUsage({ client, key }: Pick<Tenant, 'client' | 'key'>, user: string) {
    const tenant = new Tenant(hosted, client, key);
    const headers = { authorization: `Bearer ${await tenant.token(user)}` };
    const page = await hosted.browser().visit(tenant.url('/chat/usage'), { headers });
    assert.equal(page.status, 200, page.text);
    const body: { usage: Usage } = JSON.parse(page.text);
    return { usage: body.usage, headers: page.headers };
  }

  for (const { when, columns, key, hosted: own } of table) {
    test(`with ${when}, requests count the user, and say whose limit holds and what is left of it`, async () => {
      const partner = await used(columns);
      const reset_at = midnight();
      const usage = await partner.usage('a');
      assert.deepEqual(usage.requests, { used: 2, reset_at, ...key });
      const daily = 'daily_limit' in columns ? columns.daily_limit : null;
      assert.deepEqual(usage.client, {
        requests: {
          used: 5,
          limit: daily,
          remaining: daily === null ? null : daily - 5,
          label: `5/${daily ?? 'unlimited'}`,
          reset_at,
          scope: 'client',
        },
      });
      const { usage: shown, headers } = await chatUsage(partner, 'a');
      assert.deepEqual(shown.requests, { used: 2, reset_at, ...own });
      assert.equal(shown.client, undefined);
      // Nothing about the use of other users, under any name.
      assert.doesNotMatch(`${headers['ratelimit']} ${headers['ratelimit-policy']}`, /client/);
    });
  }

  test('priority and Deep Dive know the user’s own cap alone, and Deep Dive says whether it is on', async () => {
    const capped = await hosted.api.partner({
      daily_limit: 50,
      user_priority_limit: 3,
      user_deep_dive_limit: 2,
      deep_dive_enabled: true,
    });
    const options = { detailed_response: true, priority: 'priority' };
    assert.equal((await capped.send({ ...as('a'), options })).status, 200);
    const reset_at = midnight();
    const { priority, deep_dive } = await capped.usage('a');
    const own = { used: 1, reset_at, scope: 'user' };
    assert.deepEqual(priority, { ...own, limit: 3, remaining: 2, label: '1/3' });
    assert.deepEqual(deep_dive, { ...own, limit: 2, remaining: 1, label: '1/2', enabled: true });
    const open = await hosted.api.partner({ daily_limit: 50 });
    const none = { ...own, used: 0, limit: null, remaining: null, label: '0/unlimited' };
    const unused = await open.usage('a');
    assert.deepEqual([unused.priority, unused.deep_dive], [none, { ...none, enabled: false }]);
  });

  test('what remains never falls below zero, and blocked names the quota that the next prompt meets', async () => {
    const partner = await used({ daily_limit: 100 });
    assert.equal((await partner.usage('a')).blocked, null);
    const reset_at = midnight();
    await partner.change({ daily_limit: 4, user_requests_limit: 2 });
    const both = await partner.usage('a');
    assert.equal(both.requests.remaining, 0);
    assert.equal(both.client?.requests.remaining, 0);
    assert.deepEqual(both.blocked, { dimension: 'requests', scope: 'client', reset_at });
    await partner.change({ daily_limit: 100 });
    const own = await partner.usage('a');
    assert.deepEqual(own.blocked, { dimension: 'requests', scope: 'user', reset_at });
    for (const usage of [both, own]) {
      const scope = usage.blocked?.scope;
      await partner.change({ daily_limit: scope === 'client' ? 4 : 100 });
      const refused = problemOf(await partner.send(as('a')), 'quota_exceeded');
      assert.deepEqual([refused['dimension'], refused['scope']], ['requests', scope]);
    }
  });

  test('on hosted routes the client’s day shows in blocked, and nowhere else', async () => {
    const partner = await used({ daily_limit: 5, user_requests_limit: 10 });
    const { usage, headers } = await chatUsage(partner, 'c');
    const reset_at = midnight();
    assert.deepEqual(usage.requests, {
      used: 0,
      limit: 10,
      remaining: 10,
      label: '0/10',
      reset_at,
      scope: 'user',
    });
    assert.deepEqual(usage.blocked, { dimension: 'requests', scope: 'client', reset_at });
    assert.equal(headers['ratelimit-policy'], '"user-requests-per-day";q=10;w=86400');
    assert.match(String(headers['ratelimit']), /^"user-requests-per-day";r=10;t=\d+$/);
  });

  test('the 202, the meta event and quota_exceeded carry the object of GET /usage', async () => {
    const partner = await hosted.api.partner({ daily_limit: 3, user_requests_limit: 2 });
    const accepted = await partner.post('/jobs', { prompt: 'A question', ...as('a') });
    assert.equal(accepted.status, 202);
    assert.deepEqual(JSON.parse(accepted.text).usage, await partner.usage('a'));
    const events = await partner.send(as('a'), { headers: { accept: 'text/event-stream' } });
    const meta = /event: meta\ndata: (.*)\n/.exec(events.text)?.[1] ?? '{}';
    assert.deepEqual(JSON.parse(meta).usage, await partner.usage('a'));
    const refused = problemOf(await partner.send(as('a')), 'quota_exceeded');
    assert.deepEqual(refused['usage'], await partner.usage('a'));
    assert.equal((await partner.send(as('b'))).status, 200);
    const usedUp = problemOf(await partner.send(as('b')), 'quota_exceeded');
    assert.equal(usedUp['scope'], 'client');
    assert.deepEqual(usedUp['usage'], await partner.usage('b'));
  });

  test('RateLimit has every limit that is set, with what is left of each', async () => {
    const partner = await hosted.api.partner({
      daily_limit: 50,
      user_requests_limit: 5,
      user_priority_limit: 3,
      user_deep_dive_limit: 0,
    });
    await partner.send(as('a'));
    await partner.send({ ...as('b'), options: { priority: 'priority' } });
    const { headers } = await partner.get('/usage?external_user_id=b');
    assert.equal(
      headers.get('ratelimit-policy'),
      '"client-requests-per-day";q=50;w=86400, "user-requests-per-day";q=5;w=86400, ' +
        '"user-priority-per-day";q=3;w=86400, "user-deep_dive-per-day";q=0;w=86400',
    );
    assert.deepEqual(
      [...(headers.get('ratelimit') ?? '').matchAll(/r=(\d+)/g)].map(([, left]) => Number(left)),
      [48, 4, 2, 0],
    );
  });
});

function midnight(): string {
  return new Date(new Date().setUTCHours(24, 0, 0, 0)).toISOString();
}

export const breaks: readonly Break[] = [
  {
    rule: 'Every `used` of the usage object is the user’s own count',
    file: 'src/core/usage/usage.ts',
    replace: "cap === null ? 'client' : 'user', used, cap ?? daily",
    by: "cap === null ? 'client' : 'user', cap === null ? clientRequests : used, cap ?? daily",
  },
  {
    rule: 'What remains under a cap is bounded by what is left of the client’s day',
    file: 'src/core/usage/usage.ts',
    replace: 'Math.min(daily - clientRequests, cap === null ? Infinity : cap - used)',
    by: '(cap === null ? daily - clientRequests : cap - used)',
  },
  {
    rule: 'On hosted routes the usage object knows the user’s own limits only',
    file: 'src/core/usage/usage.ts',
    replace: "const daily = kind === 'api' ? client.dailyLimit : null;",
    by: 'const daily = client.dailyLimit;',
  },
  {
    rule: 'On hosted routes the count of the client is left out',
    file: 'src/core/usage/usage.ts',
    replace: "kind === 'api' ? { client: { requests: ofClient } } : {}",
    by: "kind !== 'api' || { client: { requests: ofClient } } ? { client: { requests: ofClient } } : {}",
  },
  {
    rule: 'On hosted routes the RateLimit fields come from the user’s own limits only',
    file: 'src/core/usage/rate-limit-fields.ts',
    replace: "kind === 'api' ? client.dailyLimit : null",
    by: "kind === 'api' ? client.dailyLimit : client.dailyLimit",
  },
  {
    rule: 'blocked says that the client’s day is used up',
    file: 'src/core/usage/usage.ts',
    replace: 'dailyLimit !== null && counts.clientRequests >= dailyLimit',
    by: 'dailyLimit !== null && counts.clientRequests > dailyLimit',
  },
  {
    rule: 'blocked says that the user’s cap is used up',
    file: 'src/core/usage/usage.ts',
    replace: 'counts.user.requests >= userLimits.requests',
    by: 'counts.user.requests > userLimits.requests',
  },
  {
    rule: 'A dimension that is off says so',
    file: 'src/core/usage/usage.ts',
    replace: 'enabled: client.deepDiveEnabled',
    by: 'enabled: true',
  },
];
