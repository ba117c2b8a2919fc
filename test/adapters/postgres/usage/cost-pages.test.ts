import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database, Queryable } from '#adapters/postgres/database/database.ts';
import { PostgresCostStore } from '#adapters/postgres/usage/cost-store.ts';
import type { Break } from '#test/break.ts';
import { addUpCalls, storeClients } from '#test/costs/cost-histories.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { blocksDuring } from '#test/database/reads.ts';
import { createTestDatabase } from '#test/database/test-database.ts';

/** Reading the calls of all clients takes more. */
const mostBlocks = 8_000;
const month = '2020-02-01';

/** Each has called one model on a day, and another, whose price changes in that month, on all of them. */
describe('A month of 10,000 clients', () => {
  const parts = new AsyncDisposableStack();
  let database: Database;
  before(async () => {
    const { url } = parts.use(await createTestDatabase());
    database = parts.use(openPatientDatabase(url, 1));
    await storeClients(database, 10_000);
    await database.query(
      `insert into usage_calls (client_id, day, provider, model, agent_slug, kind, outcome, calls,
         calls_without_tokens, input_tokens, cache_read_tokens, output_tokens)
       select c.id, date '2020-02-01' + d, 'p', m, 'assistant', 'answer', 'completed', 1 + c.id % 90, 0,
         1000 * c.id, 10 * d, 100 + d
       from clients c, generate_series(0, 28) d, (values ('same'), ('changing')) models(m)
       where d = 0 or m = 'changing'`,
    );
    // One client alone has more rows than an export holds at a time.
    await database.query(
      `insert into usage_calls (client_id, day, provider, model, agent_slug, kind, outcome, calls,
         calls_without_tokens, input_tokens, cache_read_tokens, output_tokens)
       select (select min(id) from clients), $1, 'p', 'same', 'agent-' || n, 'answer', 'completed', 1, 0, 1, 0, 1
       from generate_series(1, 1200) n`,
      [month],
    );
    await database.query(
      `insert into model_prices (model, from_day, currency, input, output) values
       ('p/same', '2020-01-01', 'USD', 1.25, 10), ('p/changing', '2020-01-01', 'USD', 2, 8),
       ('p/changing', '2020-02-15', 'USD', 3, 8)`,
    );
    await addUpCalls(database);
    for (const table of ['clients', 'usage_calls', 'usage_call_months'])
      await database.query(`analyze ${table}`);
  });
  after(() => parts.disposeAsync());

  test('has pages of 50 clients that read their months, and days only of what has changed', async (t) => {
    const costs = new PostgresCostStore(database);
    const filter = { month, clientSlug: null };
    const firstPage = await costs.clientsOfMonth(filter, null, 50);
    assert.equal(firstPage.length, 50);
    const last = firstPage.at(-1);
    for (const key of [null, last === undefined ? null : ([last.calls, last.clientId] as const)]) {
      const begunAt = performance.now();
      const blocks = await blocksDuring(database, () => costs.clientsOfMonth(filter, key, 50));
      t.diagnostic(`${blocks} blocks in ${Math.round(performance.now() - begunAt)} ms`);
      assert.ok(blocks <= mostBlocks, `${blocks} blocks`);
    }
  });

  test('is exported page by page, as far as it is read', async () => {
    let [statements, most] = [0, 0];
    const counted: Queryable = {
      query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
        const rows = await database.query<Row>(text, values);
        statements += 1;
        most = Math.max(most, rows.length);
        return rows;
      },
    };
    let read = 0;
    for await (const row of new PostgresCostStore(counted).exportMonth(month)) {
      assert.ok(row.row === 'calls' && row.cost !== null);
      read += 1;
      if (read === 1) assert.equal(statements, 2);
      if (read === 5_000) break;
    }
    assert.ok(most <= 1_000, `${most} rows at once`);
    assert.ok(statements <= 20, `${statements} statements`);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The costs of many clients are read from their months',
    file: 'src/adapters/postgres/usage/cost-store.ts',
    replace: 'select client_id, calls from usage_call_months where month = $1::date',
    by: 'select client_id, calls from usage_calls where ${inMonth}',
  },
  {
    rule: 'An export holds a bounded number of rows',
    file: 'src/adapters/postgres/usage/export-usage.ts',
    replace: 'const rowsAtATime = 1_000;',
    by: 'const rowsAtATime = 10_000;',
  },
];
