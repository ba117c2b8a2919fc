import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PostgresProcessReportStore } from '#adapters/postgres/numbers/process-report-store.ts';
import type { Break } from '#test/break.ts';
import { problemOf } from '#test/reading/answered.ts';
import { type Api, openApi } from '#test/world/api.ts';

const as = (external_user_id: string) => ({ context: { external_user_id } });
const tokens = { input_tokens: null, cache_read_tokens: null, cache_write_tokens: null, output_tokens: null };
const counted = { calls: 0, calls_without_tokens: 0, ...tokens };
const ofOneUser = { calls: null, calls_without_tokens: null, ...tokens };

describe('the days of the usage', () => {
  let api: Api;
  before(async () => {
    api = await openApi();
  });
  after(() => api[Symbol.asyncDispose]());

  /** A client whose users have sent: `a` two prompts, `b` three. */
  async function used(columns: Readonly<Record<string, unknown>>) {
    const partner = await api.partner(columns);
    for (const user of ['a', 'b', 'b', 'a', 'b']) {
      assert.equal((await partner.send(as(user))).status, 200);
    }
    return partner;
  }

  test('a partner reads its own days, of all its users or of one, newest first', async () => {
    const { database } = api;
    const partner = await used({});
    await used({});
    const [{ today, before } = { today: '', before: '' }] = await database.query<Record<string, string>>(
      `select utc_day()::text as today, (utc_day() - 1)::text as before`,
    );
    const { id } = partner.client;
    await database.query(
      `insert into usage_clients (client_id, day, requests, priority, deep_dive)
       values ($1, utc_day() - 1, 7, 2, 1), ($1, utc_day() - 31, 9, 0, 0)`,
      [id],
    );
    const days = async (query: string) => JSON.parse((await partner.get(`/usage/days${query}`)).text);
    await new PostgresProcessReportStore(database).foldUsage();
    const all = { external_user_id: null, priority: 0, deep_dive: 0 };
    assert.deepEqual(await days(''), {
      ok: true,
      object: 'list',
      data: [
        { day: today, ...all, requests: 5, ...counted, calls: 5, input_tokens: 10, output_tokens: 25 },
        { day: before, ...all, requests: 7, priority: 2, deep_dive: 1, ...counted },
      ],
      has_more: false,
    });
    assert.equal((await days('?from=2000-01-01')).data.length, 3);
    assert.deepEqual(await days(`?from=${today}&to=${today}&external_user_id=b`), {
      ok: true,
      object: 'list',
      data: [{ day: today, ...all, external_user_id: 'b', requests: 3, ...ofOneUser }],
      has_more: false,
    });
    problemOf(await partner.get('/usage/days?from=yesterday'), 'validation_error');
    problemOf(await partner.get(`/usage/days?from=${today}&to=${before}`), 'validation_error');
    problemOf(await partner.get('/usage/days?external_user_id=hu:1'), 'reserved_identity_prefix');
  });

  test('a day of the database that is not the day of the process counts and ends for itself', async () => {
    const { database } = api;
    const partner = await used({ daily_limit: 6, user_requests_limit: 3 });
    assert.equal((await partner.send(as('a'))).status, 200);
    problemOf(await partner.send(as('a')), 'quota_exceeded');
    await database.query(utcDay(3));
    try {
      const [{ reset } = { reset: '' }] = await database.query<{ reset: string }>(
        `select to_char(utc_day() + 1, 'YYYY-MM-DD') || 'T00:00:00.000Z' as reset`,
      );
      const { requests, reset_at, blocked } = await partner.usage('a');
      assert.deepEqual([requests.label, requests.reset_at, reset_at, blocked], ['0/3', reset, reset, null]);
      const accepted = await partner.send(as('a'));
      const seconds = Number(/t=(\d+)/.exec(accepted.headers.get('ratelimit') ?? '')?.[1]);
      assert.ok(seconds > 3 * 86_400 && seconds <= 4 * 86_400, String(seconds));
      await partner.change({ user_requests_limit: 1 });
      const refused = await partner.send(as('a'));
      assert.equal(problemOf(refused, 'quota_exceeded')['reset_at'], reset);
      assert.ok(Number(refused.headers.get('retry-after')) > 3 * 86_400);
    } finally {
      await database.query(utcDay(0));
    }
  });
});

/** Moves the day of this test's database only. */
function utcDay(ahead: number): string {
  return `create or replace function utc_day() returns date language sql stable as
    $$ select (now() at time zone 'utc')::date + ${ahead} $$`;
}

export const breaks: readonly Break[] = [
  {
    rule: 'Tokens that nobody has counted are not 0',
    file: 'src/adapters/postgres/usage/usage-report-store.ts',
    replace: "column.startsWith('calls') ? `coalesce(${sum}, 0)` : sum",
    by: '`coalesce(${sum}, 0)`',
  },
  {
    rule: 'The next reset is the end of the database’s day',
    file: 'src/core/usage/usage.ts',
    replace: '+ 86_400_000).toISOString();',
    by: '+ 86_400_000 * (Date.parse(day) > Date.now() ? 0 : 1)).toISOString();',
  },
  {
    rule: 'A partner reads the days of its own client and of no other',
    file: 'src/http/handlers/account/account.ts',
    replace: '{ clientSlug: caller.client.slug, externalUserId, from, to }',
    by: '{ clientSlug: externalUserId && caller.client.slug, externalUserId, from, to }',
  },
];
