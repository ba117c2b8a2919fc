import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { PostgresPriceStore } from '#adapters/postgres/usage/price-store.ts';
import type { PriceSetting } from '#contract/usage/prices.ts';
import type { Break } from '#test/break.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { openTenantWorld, operator, type TenantWorld } from './tenant-world.ts';

describe('managing prices', () => {
  let world: TenantWorld;
  let today: string;
  before(async () => {
    world = await openTenantWorld();
    const [row] = await world.database.query<{ day: string }>('select utc_day() as day');
    today = row?.day ?? '';
  });
  beforeEach(() => world.database.query('delete from model_prices'));
  after(() => world[Symbol.asyncDispose]());

  const model = 'openai/gpt-5';
  const set = (more: Partial<PriceSetting> = {}) =>
    world.prices.set(operator, {
      model,
      from_day: '2020-01-01',
      currency: 'USD',
      input: '1.25',
      output: '10',
      ...more,
    });
  const refused = (setting: Promise<unknown>, pointer: string) =>
    assert.rejects(setting, (error: Error & { fields?: readonly { pointer: string }[] }) => {
      assert.deepEqual(
        error.fields?.map((field) => field.pointer),
        [pointer],
        error.message,
      );
      return true;
    });
  const stored = async () =>
    (await world.prices.list({})).rows.map(({ fromDay, input, currency }) => [fromDay, input, currency]);
  const dayAfter = (days: number) =>
    new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

  test('are kept to the last digit, without zeros that say nothing, and audited', async () => {
    const price = await set({ input: '0.000000001', cache_read: '0.1250', output: '999999999.50' });
    assert.deepEqual(price, {
      model,
      fromDay: '2020-01-01',
      currency: 'USD',
      input: '0.000000001',
      cacheRead: '0.125',
      cacheWrite: null,
      output: '999999999.5',
    });
    assert.deepEqual((await world.prices.list({})).rows, [price]);
    const { action, subject, before: was, after: is } = await world.lastAudit();
    assert.deepEqual([action, subject, was], ['price.set', model, null]);
    assert.deepEqual([is?.['input'], is?.['cache_write']], ['0.000000001', null]);
  });

  test('are listed by model, of each the newest first, in pages without a gap', async () => {
    for (const [name, day] of [
      ['a/b', '2020-02-01'],
      ['a/a', '2020-01-01'],
      ['a/b', '2020-03-01'],
      ['a/c', '2020-01-01'],
    ] as const) {
      await set({ model: name, from_day: day, amend: true, reason: 'Test' });
    }
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await world.prices.list({ limit: 1, ...(cursor !== undefined && { cursor }) });
      found.push(...page.rows.map(({ model: name, fromDay }) => `${name} ${fromDay}`));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    assert.deepEqual(found, ['a/a 2020-01-01', 'a/b 2020-03-01', 'a/b 2020-02-01', 'a/c 2020-01-01']);
  });

  test('of days that have begun change only with a reason, which the audit log keeps', async () => {
    await set();
    for (const day of ['2020-01-01', '2020-02-01', today]) {
      await refused(set({ from_day: day, input: '2' }), '/amend');
      await refused(set({ from_day: day, input: '2', amend: true }), '/reason');
    }
    await set({ from_day: '2020-02-01', input: '2', amend: true, reason: 'The vendor’s bill says so' });
    assert.deepEqual(await stored(), [
      ['2020-02-01', '2', 'USD'],
      ['2020-01-01', '1.25', 'USD'],
    ]);
    const { before: was, after: is } = await world.lastAudit();
    assert.deepEqual(
      [was?.['from_day'], was?.['input'], is?.['from_day'], is?.['input'], is?.['reason']],
      ['2020-01-01', '1.25', '2020-02-01', '2', 'The vendor’s bill says so'],
    );
  });

  test('of days to come change freely', async () => {
    await set();
    await set({ from_day: dayAfter(2), input: '2' });
    await set({ from_day: dayAfter(2), input: '3' });
    assert.deepEqual((await stored())[0], [dayAfter(2), '3', 'USD']);
  });

  test('of days that have none are set without a reason, which changes no price', async () => {
    await set({ from_day: '2020-03-01' });
    await set({ from_day: '2020-01-01', input: '9' });
    // The same price from a later day on changes the price of no day.
    await set({ from_day: '2020-04-01' });
    assert.deepEqual(
      (await stored()).map(([, input]) => input),
      ['1.25', '1.25', '9'],
    );
  });

  test('that are the same already leave no entry in the audit log', async () => {
    await set();
    const { id } = await world.lastAudit();
    await set({ input: '1.2500', cache_read: null });
    assert.equal((await world.lastAudit()).id, id);
  });

  test('have one currency, which the first decides', async () => {
    for (const currency of ['usd', 'EUE', 'US', 'USDX', '']) await refused(set({ currency }), '/currency');
    await refused(world.prices.set(operator, { ...bare, model: 'a/b' }), '/currency');
    await set({ currency: 'EUR' });
    assert.equal((await world.prices.set(operator, { ...bare, model: 'a/b' })).currency, 'EUR');
    await refused(set({ model: 'a/c', currency: 'USD' }), '/currency');
    await refused(set({ currency: 'USD', amend: true, reason: 'Test' }), '/currency');
  });

  test('of which there is one only can change the currency, with a reason', async () => {
    await set({ currency: 'EUR' });
    await refused(set({ currency: 'USD' }), '/amend');
    assert.equal((await set({ currency: 'USD', amend: true, reason: 'Typing error' })).currency, 'USD');
  });

  test('keep to one currency when two first prices are set at once', async () => {
    let second: Promise<unknown> | undefined;
    await world.database.transaction(async (transaction) => {
      const first = new PostgresPriceStore(transaction);
      await first.lock();
      second = set({ model: 'a/second', currency: 'USD' });
      second.catch(() => undefined);
      await untilOneWaits(world.database, second);
      const price = {
        model: 'a/first',
        fromDay: '2020-01-01',
        input: '1',
        cacheRead: null,
        cacheWrite: null,
      };
      await first.save({ ...price, output: '2', currency: 'EUR' });
    });
    await refused(Promise.resolve(second), '/currency');
    assert.deepEqual(await stored(), [['2020-01-01', '1', 'EUR']]);
  });

  test('that are no decimals, of no day or of no model are refused where they stand', async () => {
    for (const input of ['', '-1', '+1', '1,25', '1e3', '01', '1.', '.5', ' 1', 'NaN', 'Infinity']) {
      await refused(set({ input }), '/input');
    }
    for (const output of ['1000000000', '1.0000000001', '١']) await refused(set({ output }), '/output');
    await refused(set({ cache_read: 'x' }), '/cache_read');
    await refused(set({ cache_write: '-0' }), '/cache_write');
    for (const day of ['2020-02-30', '2020-1-1', 'today', '2020-01-01T00:00:00Z', '']) {
      await refused(set({ from_day: day }), '/from_day');
    }
    for (const name of [
      'gpt-5',
      '/gpt-5',
      'openai/',
      'a/b c',
      'a/b\n',
      'a/\0',
      `a/${'b'.repeat(199)}`,
      'a/\ud800',
    ]) {
      await refused(set({ model: name }), '/model');
    }
    for (const reason of ['', ' ', 'a\nb', 'x'.repeat(101)]) {
      await refused(set({ amend: true, reason }), '/reason');
    }
    assert.deepEqual(await stored(), []);
  });
});

const bare = { from_day: '2020-01-01', input: '1', output: '2' } as const;

export const breaks: readonly Break[] = [
  {
    rule: 'The price of a day that has begun changes only by an amendment',
    file: 'src/core/administration/manage-prices.ts',
    replace: 'if (isRepricing && given.fromDay <= today && !amendment.isAmendment) {',
    by: 'if (isRepricing && given.fromDay < today && !amendment.isAmendment) {',
  },
  {
    rule: 'An amendment has a reason',
    file: 'src/core/administration/manage-prices.ts',
    replace: 'if (amend && reason === undefined)',
    by: "if (amend && reason === '')",
  },
  {
    rule: 'A price from a later day on reprices the days from then on',
    file: 'src/core/administration/manage-prices.ts',
    replace: 'const isRepricing = before !== null && !costsTheSame(before, price);',
    by: 'const isRepricing = before?.fromDay === price.fromDay && !costsTheSame(before, price);',
  },
  {
    rule: 'All prices have one currency',
    file: 'src/core/administration/manage-prices.ts',
    replace: 'if (beside !== null && currency !== beside) {',
    by: 'if (beside !== null && currency === beside) {',
  },
  {
    rule: 'Two first prices are not set at once',
    file: 'src/adapters/postgres/usage/price-store.ts',
    replace: "'lock table model_prices in share row exclusive mode'",
    by: "'lock table model_prices in row exclusive mode'",
  },
  {
    rule: 'A currency is one that exists',
    file: 'src/core/administration/manage-prices.ts',
    replace: "!Intl.supportedValuesOf('currency').includes(currency)",
    by: 'currency.length !== 3',
  },
  {
    rule: 'Prices are kept without zeros that say nothing',
    file: 'src/core/administration/manage-prices.ts',
    replace: "fraction.replace(/0+$/, '')",
    by: 'fraction',
  },
];
