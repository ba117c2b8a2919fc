import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresProcessReportStore } from '#adapters/postgres/numbers/process-report-store.ts';
import { PostgresStoredNumbers } from '#adapters/postgres/numbers/stored-numbers.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import type { SeriesRow } from '#core/numbers/stored-numbers.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { buildCall, createClient, finishTurn, ownerIn, startTurn } from '#test/world/factories.ts';

describe('The stored numbers of usage', () => {
  const parts = new AsyncDisposableStack();
  let database: Database;
  let turns: PostgresTurnStore;
  let writer: PostgresProcessReportStore;
  let reports: PostgresStoredNumbers;
  before(async () => {
    const { url } = parts.use(await createTestDatabase());
    database = parts.use(openPatientDatabase(url, 6));
    turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    writer = new PostgresProcessReportStore(database);
    reports = new PostgresStoredNumbers(database);
  });
  after(() => parts.disposeAsync());

  async function entries(): Promise<number> {
    const [row] = await database.query<{ count: number }>('select count(*) from usage_model_entries');
    return row?.count ?? 0;
  }

  /** Three ended turns of a client: an answer, a failure that is refunded, and a job that is cancelled waiting. */
  async function threeTurns(): Promise<Client> {
    const client = await createClient(database);
    const owner = ownerIn(client);
    const answered = await startTurn(turns, client, owner);
    const tokens = { inputTokens: 10, outputTokens: 20 };
    const calls = [buildCall('openai/a/b', { ...tokens, cacheReadTokens: 4 })];
    const end = { model: 'openai/a/b', ...tokens, calls, firstTextMs: 300 };
    await finishTurn(turns, answered, 'An answer', end);
    const failed = await startTurn(turns, client, owner);
    await finishTurn(turns, failed, '', { state: 'failed', errorCode: 'provider_error', refund: true });
    const job = await startTurn(turns, client, owner, { kind: 'job' });
    await turns.cancel(owner, job.turnId);
    return client;
  }

  it('are the same before and after they are folded, by any number of processes at once', async () => {
    const client = await threeTurns();
    const series = () =>
      reports.usageSeries({ clientSlug: client.slug, from: null, to: null, by: 'model', mostGroups: 12 });
    const expected = await series();
    const sums = {
      turns: 1,
      failed: 0,
      cancelled: 0,
      expired: 0,
      refunded: 0,
      calls: 0,
      callsWithoutTokens: 0,
      inputTokens: 0,
      cacheReadTokens: null,
      cacheWriteTokens: null,
      outputTokens: 0,
    };
    assert.deepEqual(
      expected.map(({ day: _, ...row }) => row),
      [
        {
          ...sums,
          group: '',
          turns: 2,
          failed: 1,
          cancelled: 1,
          refunded: 2,
          firstTexts: 0,
          firstTextMs: null,
        },
        {
          ...sums,
          group: 'openai/a/b',
          calls: 1,
          inputTokens: 10,
          cacheReadTokens: 4,
          outputTokens: 20,
          firstTexts: 1,
          firstTextMs: 300,
        },
      ],
    );
    assert.ok((await entries()) > 0);
    await Promise.all(Array.from({ length: 4 }, () => writer.foldUsage()));
    await writer.foldUsage();
    assert.equal(await entries(), 0);
    assert.deepEqual(await series(), expected);
    const again = await startTurn(turns, client, ownerIn(client));
    const uncounted = buildCall('openai/a/b', { outcome: 'cut', inputTokens: 1, cacheWriteTokens: 1 });
    const calls = [buildCall('openai/a/b', { outcome: 'failed' }), uncounted];
    await finishTurn(turns, again, 'An answer', { model: 'openai/a/b', calls });
    await writer.foldUsage();
    const grown = (await series()).find(({ group }) => group === 'openai/a/b');
    assert.deepEqual(
      [grown?.turns, grown?.inputTokens, grown?.outputTokens, grown?.firstTexts],
      [2, 11, 20, 1],
    );
    assert.deepEqual(
      [grown?.calls, grown?.callsWithoutTokens, grown?.cacheReadTokens, grown?.cacheWriteTokens],
      [3, 2, 4, 1],
    );
    assert.deepEqual(
      await database.query(
        `select kind, outcome, calls::int, calls_without_tokens::int as without, input_tokens::int as input
         from usage_calls where client_id = $1 order by outcome`,
        [client.id],
      ),
      [
        { kind: 'answer', outcome: 'completed', calls: 1, without: 0, input: 10 },
        { kind: 'answer', outcome: 'cut', calls: 1, without: 1, input: 1 },
        { kind: 'answer', outcome: 'failed', calls: 1, without: 1, input: null },
      ],
    );
  });

  it('of all clients are the sums of each, before and after they are folded', async () => {
    const clients = [await threeTurns(), await threeTurns(), await threeTurns()];
    const slugs = new Set(clients.map(({ slug }) => slug));
    const span = { clientSlug: null, from: null, to: null } as const;
    const sumOf = (rows: readonly SeriesRow[], of: (row: SeriesRow) => number) =>
      rows.reduce((sum, row) => sum + of(row), 0);
    for (const when of ['before', 'after']) {
      const [totals] = await database.query<{ turns: number; tokens: number }>(
        `select sum(turns)::float as turns, sum(output_tokens)::float as tokens from (
           select turns, 0 as output_tokens from usage_models where day = utc_day()
           union all select turns, 0 from usage_model_entries where day = utc_day()
           union all select 0, output_tokens from usage_calls where day = utc_day()
           union all select 0, output_tokens from usage_call_entries where day = utc_day()) rows`,
      );
      for (const [by, mostGroups] of [
        ['total', 1],
        ['model', 1],
        ['agent', 12],
        ['client', 2],
        ['client', 100],
      ] as const) {
        const rows = await reports.usageSeries({ ...span, by, mostGroups });
        assert.equal(
          sumOf(rows, ({ turns: ended }) => ended),
          totals?.turns,
          `${by} ${when}`,
        );
        assert.equal(
          sumOf(rows, ({ outputTokens }) => outputTokens ?? 0),
          totals?.tokens,
          `${by} ${when}`,
        );
        if (by === 'client') assert.ok(new Set(rows.map(({ group }) => group)).size <= mostGroups + 1);
        if (mostGroups === 100) {
          const own = rows.filter(({ group }) => group !== null && slugs.has(group));
          assert.deepEqual(
            own.map(({ turns: ended }) => ended),
            [3, 3, 3],
          );
        }
      }
      await writer.foldUsage();
    }
  });

  it('that one fold cannot take are left to the next', async () => {
    const client = await threeTurns();
    const query = { clientSlug: client.slug, from: null, to: null, by: 'total', mostGroups: 1 } as const;
    const expected = await reports.usageSeries(query);
    const few = new PostgresProcessReportStore(database, 1);
    for (let left = await entries(); left > 0; left--) assert.equal(await few.foldUsage(), true);
    assert.equal(await few.foldUsage(), false);
    assert.deepEqual(await reports.usageSeries(query), expected);
  });

  it('have rows for the groups with the most turns of all days, and one for the rest', async () => {
    const client = await createClient(database);
    await database.query(
      `insert into usage_models (client_id, day, provider, model, delivery, agent_slug, turns, failed, cancelled,
         expired, refunded, input_tokens, output_tokens, first_texts, first_text_ms)
       select $1, d, 'p', 'm' || n, 'job', '', n * (d - date '2020-01-31'), 0, 0, 0, 0, 0, 0, 0, 0
       from generate_series(1, 4) n, (values (date '2020-02-01'), (date '2020-02-02')) days(d)`,
      [client.id],
    );
    const span = { clientSlug: client.slug, from: '2020-02-01', to: '2020-02-02' } as const;
    const rows = await reports.usageSeries({ ...span, by: 'model', mostGroups: 2 });
    assert.deepEqual(
      rows.map(({ day, group, turns: ended }) => [day.slice(-2), group, ended]),
      [
        ['01', 'p/m4', 4],
        ['01', 'p/m3', 3],
        ['01', null, 3],
        ['02', 'p/m4', 8],
        ['02', 'p/m3', 6],
        ['02', null, 6],
      ],
    );
  });

  it('are told apart by client and agent', async () => {
    const client = await threeTurns();
    for (const [by, groups] of [
      ['total', ['']],
      ['client', [client.slug]],
      ['agent', ['assistant']],
    ] as const) {
      const rows = await reports.usageSeries({
        clientSlug: client.slug,
        from: null,
        to: null,
        by,
        mostGroups: 12,
      });
      assert.deepEqual(
        rows.map(({ group }) => group),
        groups,
      );
    }
    const none = {
      clientSlug: client.slug,
      from: '2020-01-01',
      to: '2020-01-02',
      by: 'total',
      mostGroups: 12,
    } as const;
    assert.deepEqual(await reports.usageSeries(none), []);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A fold takes what it adds',
    file: 'src/adapters/postgres/numbers/process-report-store.ts',
    replace:
      '(client_id, day, provider, model, delivery, agent_slug) do update set turns = m.turns + excluded.turns,',
    by: '(client_id, day, provider, model, delivery, agent_slug) do update set turns = excluded.turns,',
  },
  {
    rule: 'Each ending enters the numbers',
    file: 'database/functions/8-endings.sql',
    replace: "count(*) filter (where state = 'cancelled'),",
    by: '0,',
  },
  {
    rule: 'A fold adds to the totals of all clients',
    file: 'src/adapters/postgres/numbers/process-report-store.ts',
    replace:
      'on conflict (day, provider, model, delivery, agent_slug) do update set turns = m.turns + excluded.turns,',
    by: 'on conflict (day, provider, model, delivery, agent_slug) do update set turns = excluded.turns,',
  },
  {
    rule: 'What the largest clients leave of a series is the rest',
    file: 'src/adapters/postgres/numbers/usage-series.ts',
    replace: 'sums.map((column) => `- ${column}`)',
    by: 'sums.map((column) => `0 * ${column}`)',
  },
  {
    rule: 'A fold says that entries are left',
    file: 'src/adapters/postgres/numbers/process-report-store.ts',
    replace: 'entries >= this.#mostEntries',
    by: 'entries > this.#mostEntries',
  },
  {
    rule: 'A series has rows for a bounded number of groups',
    file: 'src/adapters/postgres/numbers/usage-series.ts',
    replace: 'order by sum(u.turns) desc, 1 limit $4',
    by: 'order by sum(u.turns) desc, 1 limit 1000 * $4',
  },
];
