import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresProcessReportStore } from '#adapters/postgres/numbers/process-report-store.ts';
import { PostgresCostStore } from '#adapters/postgres/usage/cost-store.ts';
import { type CostSum, presentCost } from '#core/usage/cost.ts';
import type { ClientMonth, ClientMonthKey } from '#core/usage/cost-store.ts';
import { Random } from '#test/batches/random.ts';
import type { Break } from '#test/break.ts';
import {
  type CostHistory,
  dayAt,
  type JudgedCost,
  judgeCosts,
  randomHistory,
  type StoredCalls,
  storeClients,
  storeHistories,
} from '#test/costs/cost-histories.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { createClient } from '#test/world/factories.ts';

/** A thousand take a minute and a half: `PARLEY_COST_HISTORIES=1000`. */
const histories = Number(process.env['PARLEY_COST_HISTORIES'] ?? 60);
const months = ['2020-01', '2020-02'] as const;

describe('Costs, beside what Python computes', () => {
  const parts = new AsyncDisposableStack();
  const random = new Random(20_201_126);
  const made = Array.from({ length: histories }, (_, client) => randomHistory(client, random));
  const all: CostHistory = {
    prices: made.flatMap(({ prices }) => prices),
    calls: made.flatMap(({ calls }) => calls),
  };
  let database: Database;
  let costs: PostgresCostStore;
  let clients: readonly { readonly id: number; readonly slug: string }[];

  before(async () => {
    const { url } = parts.use(await createTestDatabase());
    database = parts.use(openPatientDatabase(url, 4));
    costs = new PostgresCostStore(database);
    clients = await storeClients(database, histories);
    await storeHistories(
      database,
      all,
      clients.map(({ id }) => id),
    );
  });
  after(() => parts.disposeAsync());

  const numberOf = (slug: string) => clients.findIndex((client) => client.slug === slug);
  const slugOf = (client: number) => clients[client]?.slug ?? '';
  const judge = async (lists: readonly (readonly StoredCalls[])[]) =>
    (await judgeCosts(all.prices, lists)).map(asPresented);
  const asPresented = ({ amount, unpriced, calls_without_tokens: calls }: JudgedCost) =>
    presentCost({ amount, currency: 'USD', unpriced, callsWithoutTokens: calls });

  async function everyClientOf(month: string): Promise<readonly ClientMonth[]> {
    const found: ClientMonth[] = [];
    for (let key: ClientMonthKey | null = null; ; ) {
      const page: ClientMonth[] = await costs.clientsOfMonth(
        { month: `${month}-01`, clientSlug: null },
        key,
        50,
      );
      found.push(...page);
      const last = page.at(-1);
      if (last === undefined) return found;
      key = [last.calls, last.clientId];
    }
  }

  for (const month of months) {
    test(`of each client in ${month} are equal to the last digit, the most calls first`, async () => {
      const found = await everyClientOf(month);
      const own = found.map(({ clientSlug }) => {
        const client = numberOf(clientSlug);
        return (made[client]?.calls ?? []).filter(({ day }) => day.startsWith(month));
      });
      assert.ok(found.length > histories / 2);
      assert.deepEqual(
        found.map(({ cost }) => presentCost(cost)),
        await judge(own),
      );
      const sorted = found.toSorted((a, b) => b.calls - a.calls || a.clientId - b.clientId);
      assert.deepEqual(found, sorted);
      const used = all.calls.filter(({ day }) => day.startsWith(month)).map(({ client }) => client);
      assert.equal(found.length, new Set(used).size);
    });

    test(`of all clients in ${month} are one sum`, async () => {
      const { cost, calls } = await costs.ofMonth({ month: `${month}-01`, clientSlug: null });
      const own = all.calls.filter(({ day }) => day.startsWith(month));
      assert.deepEqual([presentCost(cost)], await judge([own]));
      assert.equal(
        calls,
        own.reduce((sum, row) => sum + row.calls, 0),
      );
    });
  }

  test('of one client in a month, and on each day, are equal to the last digit', async () => {
    const found: CostSum[] = [];
    const lists: (readonly StoredCalls[])[] = [];
    for (const { calls } of made.slice(0, 40)) {
      const [first] = calls;
      if (first === undefined) continue;
      const clientSlug = slugOf(first.client);
      const days = Array.from({ length: 20 }, (_, number) => ({ clientSlug, day: dayAt(number) }));
      const month = await costs.ofMonth({ month: '2020-02-01', clientSlug });
      found.push(month.cost, ...(await costs.ofClientDays(days)).map(({ cost }) => cost));
      lists.push(
        calls.filter(({ day }) => day.startsWith('2020-02')),
        ...days.map(({ day }) => calls.filter((row) => row.day === day)),
      );
    }
    assert.ok(lists.length > 20 * 21);
    // Together, because each start of Python takes longer than what it computes.
    assert.deepEqual(found.map(presentCost), await judge(lists));
  });

  for (const by of ['total', 'model', 'agent', 'client'] as const) {
    test(`of a series by ${by} are equal for each day, each group and all of it`, async () => {
      const [from, to] = [dayAt(2), dayAt(17)];
      const inSpan = all.calls.filter(({ day }) => day >= from && day <= to);
      const groupOf = (row: StoredCalls) =>
        by === 'total' ? '' : by === 'client' ? slugOf(row.client) : row[by];
      const groups =
        by === 'total' ? [''] : [...new Set(inSpan.map(groupOf))].slice(0, by === 'agent' ? 1 : 5);
      const series = await costs.series({ clientSlug: null, from, to, by, groups });
      const nameOf = (row: StoredCalls) => (groups.includes(groupOf(row)) ? groupOf(row) : null);
      const ofRow = (day: string | null, group: string | null) =>
        inSpan.filter((row) => (day === null || row.day === day) && nameOf(row) === group);
      assert.deepEqual(
        [series.all, ...series.rows.map(({ cost }) => cost)].map(presentCost),
        await judge([inSpan, ...series.rows.map(({ day, group }) => ofRow(day, group))]),
      );
      assert.ok(series.rows.length > 15);
    });
  }

  test('of each row of the export are equal, and there is a row for every combination', async () => {
    const rows = [];
    for await (const row of costs.exportMonth('2020-02-01')) if (row.row === 'calls') rows.push(row);
    const own = all.calls.filter(({ day }) => day.startsWith('2020-02'));
    const keyOf = (parts: readonly unknown[]) => parts.join(' ');
    const byKey = new Map(
      own.map((row) => [keyOf([slugOf(row.client), row.day, row.model, row.agent, row.outcome]), row]),
    );
    const listed = rows.map((row) =>
      byKey.get(keyOf([row.client, row.day, `${row.provider}/${row.model}`, row.agent, row.outcome])),
    );
    assert.equal(new Set(listed).size, own.length);
    const judged = await judge(listed.map((row) => (row === undefined ? [] : [row])));
    assert.deepEqual(
      rows.map(({ cost, currency }) => [cost, currency]),
      judged.map(({ amount }) => [amount, amount === null ? null : 'USD']),
    );
  });

  test('are the same before and after calls are folded', async () => {
    const { id, slug: clientSlug } = await createClient(database);
    await database.query(
      `insert into model_prices (model, from_day, currency, input, output) values
       ('fold/same', '2019-12-01', 'USD', 1, 2), ('fold/changing', '2019-12-20', 'USD', 3, 4)`,
    );
    const enter = () =>
      database.query(
        `insert into usage_call_entries (client_id, day, model_reference, agent_slug, kind, outcome, calls,
           calls_without_tokens, input_tokens, output_tokens)
         select $1, d, m, 'assistant', 'answer', 'completed', 1, 0, 1000, 100
         from (values (date '2019-12-19'), ('2019-12-20'), ('2019-12-31'), ('2020-01-01')) days(d),
           (values ('fold/same'), ('fold/changing')) models(m)`,
        [id],
      );
    const filter = { month: '2019-12-01', clientSlug };
    const read = () => Promise.all([costs.ofMonth(filter), costs.clientsOfMonth(filter, null, 9)]);
    const writer = new PostgresProcessReportStore(database);
    for (const [calls, amount] of [
      // 3 × 0.0012 and 2 × 0.0034
      [6, '0.0104'],
      [12, '0.0208'],
    ] as const) {
      await enter();
      const unfolded = await read();
      const [month, [page]] = unfolded;
      for (const found of [month, page]) {
        assert.deepEqual([found?.calls, found?.cost.amount], [calls, amount]);
        assert.deepEqual(found?.cost.unpriced, ['fold/changing']);
      }
      await writer.foldUsage();
      assert.deepEqual(await read(), unfolded);
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A fold adds to the months of clients',
    file: 'src/adapters/postgres/numbers/fold-calls.ts',
    replace: 'on conflict (client_id, month, provider, model) do update set ${additions}',
    by: 'on conflict (client_id, month, provider, model) do nothing',
  },
  {
    rule: 'What was read from a cache is not paid twice',
    file: 'src/adapters/postgres/usage/cost-sql.ts',
    replace: '(coalesce(u.input_tokens, 0) - coalesce(u.cache_read_tokens, 0)',
    by: '(coalesce(u.input_tokens, 0)',
  },
  {
    rule: 'A cache without a price of its own costs as much as input',
    file: 'src/adapters/postgres/usage/cost-sql.ts',
    replace: 'coalesce(cache_write, input) as cache_write',
    by: 'coalesce(cache_write, 0) as cache_write',
  },
  {
    rule: 'A price ends where the next one begins',
    file: 'src/adapters/postgres/usage/cost-sql.ts',
    replace: 'u.day < p.until_day',
    by: 'u.day <= p.until_day',
  },
  {
    rule: 'A price holds from its first day on',
    file: 'src/adapters/postgres/usage/cost-sql.ts',
    replace: 'u.day >= p.from_day',
    by: 'u.day > p.from_day',
  },
  {
    rule: 'Calls without any tokens have no cost',
    file: 'src/adapters/postgres/usage/cost-sql.ts',
    replace: 'case when u.input_tokens is not null or u.output_tokens is not null then',
    by: 'case when true then',
  },
  {
    rule: 'The price that changes within a month is applied by day',
    file: 'src/adapters/postgres/usage/cost-store.ts',
    replace: "from_day > $1::date and from_day < ($1::date + interval '1 month')",
    by: "from_day > $1::date + 99 and from_day < ($1::date + interval '1 month')",
  },
  {
    rule: 'Amounts are exact',
    file: 'src/adapters/postgres/usage/cost-sql.ts',
    replace: 'else trim_scale(${value}) end',
    by: 'else round(${value}, 6) end',
  },
  {
    rule: 'The rest of a series by client is what the others have used',
    file: 'src/adapters/postgres/usage/cost-sql.ts',
    replace: 'callColumns.map((column) => `- ${column}`)',
    by: 'callColumns.map((column) => `0 * ${column}`)',
  },
  {
    rule: 'A page of clients ends where the next one begins',
    file: 'src/adapters/postgres/usage/cost-store.ts',
    replace: 'm.client_id > $4::integer',
    by: 'm.client_id >= $4::integer',
  },
];
