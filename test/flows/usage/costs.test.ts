import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { exportColumns } from '#contract/usage/usage-month.ts';
import { opaqueCursor } from '#core/shared/opaque-cursor.ts';
import type { Break } from '#test/break.ts';
import { type StoredCalls, storeHistories } from '#test/costs/cost-histories.ts';
import { type Answered, problemOf } from '#test/reading/answered.ts';
import type { Json } from '#test/reading/json.ts';
import { until } from '#test/reading/until.ts';
import { type Hosted, openHosted, type Tenant } from '#test/world/hosted.ts';
import { Partner } from '#test/world/partner.ts';

describe('Costs', () => {
  let hosted: Hosted;
  let operator: Partner;
  let shown: Tenant;
  let hidden: Tenant;
  let today: string;
  before(async () => {
    hosted = await openHosted();
    operator = await hosted.api.partner({ scopes: ['admin:usage', 'admin:operate', 'admin:clients'] });
    shown = await hosted.tenant({ show_cost: true });
    hidden = await hosted.tenant();
    const [row] = await hosted.api.database.query<{ day: string }>('select utc_day() as day');
    today = row?.day ?? '';
    const calls = [
      ...[callsOf(0, 'a/priced'), callsOf(0, 'a/free'), callsOf(1, 'a/priced')],
      ...[callsOf(0, 'a/unpriced'), { ...callsOf(1, 'a/priced'), outcome: 'failed', ...uncounted } as const],
    ];
    await storeHistories(hosted.api.database, { prices: [], calls }, [shown.client.id, hidden.client.id]);
    await hosted.api.database.query(
      `insert into usage_clients (client_id, day, requests) values ($1, $3, 3), ($2, $3, 1)`,
      [shown.client.id, hidden.client.id, today],
    );
  });
  after(() => hosted[Symbol.asyncDispose]());

  const callsOf = (client: number, model: string): StoredCalls => ({
    ...{
      client,
      day: today,
      model,
      agent: 'assistant',
      outcome: 'completed',
      calls: 2,
      calls_without_tokens: 0,
    },
    ...{ input_tokens: 1_000, cache_read_tokens: 400, cache_write_tokens: 100, output_tokens: 50 },
  });
  const uncounted = {
    ...{ calls: 1, calls_without_tokens: 1 },
    ...{ input_tokens: null, cache_read_tokens: null, cache_write_tokens: null, output_tokens: null },
  };
  const set = (model: string, more: object) =>
    operator.request('PUT', '/admin/prices', { model, from_day: today, output: '0', ...more });
  const month = () => today.slice(0, 7);
  const costOfMonth = async (slug: string) =>
    read(await operator.get(`/admin/usage/month?month=${month()}&client=${slug}`))['total']?.['cost'];
  /** (1000 - 400 - 100) × 3 + 400 × 0.3 + 100 × 3.75 + 50 × 15, of a million. */
  const amount = '0.002745';

  test('are null before there is any price, and never 0', async () => {
    assert.deepEqual(await costOfMonth(shown.slug), {
      amount: null,
      currency: null,
      complete: false,
      unpriced: ['a/free', 'a/priced', 'a/unpriced'],
      calls_without_tokens: 0,
    });
    const { slug } = await hosted.tenant();
    assert.equal((await costOfMonth(slug))?.['amount'], null);
  });

  test('are what the prices of the day say, and name what they lack', async () => {
    const priced = { currency: 'EUR', input: '3', cache_read: '0.3', cache_write: '3.75', output: '15' };
    assert.equal((await set('a/priced', priced)).status, 200);
    assert.equal((await set('a/free', { input: '0' })).status, 200);
    const cost = {
      amount,
      currency: 'EUR',
      complete: false,
      unpriced: ['a/unpriced'],
      calls_without_tokens: 0,
    };
    assert.deepEqual(await costOfMonth(shown.slug), cost);
    const failed = { ...cost, unpriced: [], calls_without_tokens: 1 };
    assert.deepEqual(await costOfMonth(hidden.slug), failed);
    const listed = read(await operator.get(`/admin/usage/month?client=${hidden.slug}`))['data'];
    assert.deepEqual(
      listed?.map?.((row) => [row['client'], row['cost']]),
      [[hidden.slug, failed]],
    );
    const days = read(await operator.get(`/admin/usage?client=${shown.slug}`));
    assert.deepEqual(
      days['data']?.map?.((row) => [row['day'], row['cost']]),
      [[today, cost]],
    );
    const series = read(await operator.get(`/admin/usage/series?by=model&client=${shown.slug}`));
    const byModel = series['totals']?.map?.((row) => [row['key'], row['cost']?.['amount']]);
    assert.deepEqual(byModel?.toSorted(), [
      ['a/free', '0.00'],
      ['a/priced', amount],
      ['a/unpriced', null],
    ]);
    assert.deepEqual(series['cost'], cost);
  });

  test('are the same for the partner that may see them, and absent for another', async () => {
    const [withCosts, without] = [shown, hidden].map(
      ({ client, key }) => new Partner(hosted.api, client, key),
    );
    const days = async (partner: Partner | undefined, query = '') =>
      read(await (partner ?? operator).get(`/usage/days${query}`))['data']?.map?.((row) => row);
    const [own] = (await days(withCosts)) ?? [];
    assert.equal(own?.['cost']?.['amount'], amount);
    assert.equal(own?.['input_tokens'], 3_000);
    const [other] = (await days(without)) ?? [];
    assert.equal(other?.['input_tokens'], 1_000);
    assert.equal('cost' in (other ?? {}), false);
    await withCosts?.send();
    const [ofUser] = (await days(withCosts, '?external_user_id=user-1')) ?? [];
    assert.equal(ofUser?.['requests'], 1);
    assert.equal('cost' in (ofUser ?? {}), false);
  });

  test('stand on /account where the operator shows them, and tokens always', async () => {
    for (const tenant of [shown, hidden]) {
      const { browser } = await tenant.visitor({ admin: true });
      const { text } = await browser.visit(tenant.url('/account/api/usage'));
      const usage: Json = JSON.parse(text);
      const last = usage['days']?.map?.((row) => row).at(-1);
      assert.ok(Number(last?.['input_tokens']) >= 1_000);
      for (const part of [last, usage['month']]) {
        assert.equal(part?.['cost'] === undefined, tenant === hidden);
      }
    }
  });

  test('of a month are a file with a row for each kind of calls and for the turns of each day', async () => {
    const { headers, text } = await operator.get(`/admin/usage/export?month=${month()}`);
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(headers.get('content-disposition'), 'attachment; filename="usage.csv"');
    const [header, ...rows] = text.trimEnd().split('\r\n');
    assert.equal(header, exportColumns.join(','));
    const own = rows.filter((row) => row.split(',')[1] === hidden.slug);
    const about = `${hidden.slug},${today}`;
    assert.deepEqual(own, [
      `calls,${about},assistant,a,priced,answer,completed,2,,,,1000,400,100,50,${amount},EUR`,
      `calls,${about},assistant,a,priced,answer,failed,1,,,,,,,,,`,
      `turns,${about},,,,,,,1,0,0,,,,,,`,
    ]);
    const another = await operator.get('/admin/usage/export?month=2001-01');
    assert.equal(another.text, `${exportColumns.join(',')}\r\n`);
  });

  test('of a turn are those of the call that it made', async () => {
    const tenant = await hosted.tenant();
    await set('openai/mock', { currency: 'EUR', input: '1000000', output: '1000000' });
    await new Partner(hosted.api, tenant.client, tenant.key).send();
    const total = await until(async () => {
      const { total: found } = read(await operator.get(`/admin/usage/month?client=${tenant.slug}`));
      return found?.['calls'] !== undefined && Number(found['calls']) > 0 && found;
    });
    const tokens = Number(total['input_tokens']) + Number(total['output_tokens']);
    assert.ok(tokens > 0);
    assert.equal(total['cost']?.['amount'], `${tokens}.00`);
    assert.equal(total['cost']?.['complete'], true);
  });

  test('of what does not exist, of no month, and without the scope are refused', async () => {
    for (const asked of ['2026-13', '2026-1', '2026', '2026-01-01', 'now', '0026-01', '']) {
      for (const path of ['month', 'export']) {
        const refused = await operator.get(`/admin/usage/${path}?month=${asked}`);
        assert.equal(problemOf(refused, 'validation_error').errors?.[0]?.pointer, '?month', asked);
      }
    }
    problemOf(await operator.get('/admin/usage/export'), 'validation_error');
    problemOf(await operator.get('/admin/usage/month?client=nobody'), 'client_not_found');
    for (const [path, parts] of [
      ['usage/month', ['x']],
      ['usage/month', [1, 2 ** 40]],
      ['usage', [today, 'a\0']],
      ['prices', ['a/\0', today]],
    ] as const) {
      const refused = await operator.get(`/admin/${path}?cursor=${opaqueCursor(JSON.stringify(parts))}`);
      problemOf(refused, 'validation_error');
    }
    const partner = new Partner(hosted.api, shown.client, shown.key);
    for (const path of ['usage/month', `usage/export?month=${month()}`, 'prices']) {
      problemOf(await partner.get(`/admin/${path}`), 'insufficient_scope');
    }
    const reader = await hosted.api.partner({ scopes: ['admin:usage'] });
    assert.equal((await reader.request('PUT', '/admin/prices', {})).status, 403);
  });
});

function read({ status, text }: Answered): Json {
  assert.equal(status, 200, text);
  return JSON.parse(text);
}

export const breaks: readonly Break[] = [
  {
    rule: 'The month of one client has no other in its list',
    file: 'src/core/usage/report-month.ts',
    replace: 'costs.clientsOfMonth({ month: firstDay, clientSlug }',
    by: 'costs.clientsOfMonth({ month: firstDay, clientSlug: null }',
  },
  {
    rule: 'A cursor of a month names no client that the database cannot have',
    file: 'src/core/usage/report-month.ts',
    replace: ' && clientId <= largestInteger',
    by: '',
  },
  {
    rule: 'A cursor of days has no control character',
    file: 'src/core/usage/report-usage.ts',
    replace: ' || /\\p{Cc}/u.test(client)',
    by: '',
  },
  {
    rule: 'A cursor of prices has no control character',
    file: 'src/core/administration/manage-prices.ts',
    replace: ' && !/\\p{Cc}/u.test(model)',
    by: '',
  },
  {
    rule: 'Nothing costs nothing only where there are prices',
    file: 'src/core/usage/cost.ts',
    replace: 'complete && currency !== null ?',
    by: 'complete ?',
  },
  {
    rule: 'A partner reads costs only where the operator shows them',
    file: 'src/core/usage/report-usage.ts',
    replace: 'const rows = showsCost ? await withCosts(costs, counted) : counted;',
    by: 'const rows = await withCosts(costs, counted);',
  },
  {
    rule: 'An administrator reads costs only where the operator shows them',
    file: 'src/core/usage/read-tenant-usage.ts',
    replace: 'shownOf(month, showCost ? month.cost : undefined)',
    by: 'shownOf(month, month.cost)',
  },
  {
    rule: 'Nothing says what one end user costs',
    file: 'src/core/usage/report-usage.ts',
    replace: 'if (rows.some(({ externalUserId }) => externalUserId !== null)) return rows;',
    by: '',
  },
  {
    rule: 'A sum that lacks something is not complete',
    file: 'src/core/usage/cost.ts',
    replace: 'unpriced.length === 0 && callsWithoutTokens === 0',
    by: 'unpriced.length === 0',
  },
  {
    rule: 'What has no price is not free',
    file: 'src/core/usage/cost.ts',
    replace: "(complete && currency !== null ? '0.00' : null)",
    by: "(currency === null ? null : '0.00')",
  },
];
