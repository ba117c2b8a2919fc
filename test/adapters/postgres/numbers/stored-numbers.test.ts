import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { PostgresProcessReportStore } from '#adapters/postgres/numbers/process-report-store.ts';
import { PostgresStoredNumbers } from '#adapters/postgres/numbers/stored-numbers.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import type { ProcessReport } from '#core/numbers/process-report.ts';
import { ReportCounts } from '#core/numbers/report-counts.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { createClient, finishTurn, ownerIn, startTurn } from '#test/world/factories.ts';

const state = {
  version: '1.0.0',
  roles: ['api'],
  streams: 3,
  running: 4,
  busySlots: 1,
  circuits: { openai: 'available' },
} as const;
const nothing: ProcessReport = { number: 1, state, refusals: [], providers: [], models: [] };

describe('The stored numbers', () => {
  const parts = new AsyncDisposableStack();
  let database: Database;
  let turns: PostgresTurnStore;
  let writer: PostgresProcessReportStore;
  let reports: PostgresStoredNumbers;
  before(async () => {
    const { url } = parts.use(await createTestDatabase());
    database = parts.use(new Database({ connectionString: url, connections: 6 }));
    turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    writer = new PostgresProcessReportStore(database);
    reports = new PostgresStoredNumbers(database);
  });
  after(() => parts.disposeAsync());

  async function process(): Promise<string> {
    const id = randomUUID();
    await turns.register(id, 60_000, 2);
    return id;
  }

  async function entries(): Promise<number> {
    const [row] = await database.query<{ count: number }>('select count(*) from usage_model_entries');
    return row?.count ?? 0;
  }

  /** Three ended turns of a client: an answer, a failure that is refunded, and a job that is cancelled waiting. */
  async function threeTurns(): Promise<Client> {
    const client = await createClient(database);
    const owner = ownerIn(client);
    const answered = await startTurn(turns, client, owner);
    const end = { model: 'openai/a/b', inputTokens: 10, outputTokens: 20, firstTextMs: 300 };
    await finishTurn(turns, answered, 'An answer', end);
    const failed = await startTurn(turns, client, owner);
    await finishTurn(turns, failed, '', { state: 'failed', errorCode: 'provider_error', refund: true });
    const job = await startTurn(turns, client, owner, { kind: 'job' });
    await turns.cancel(owner, job.turnId);
    return client;
  }

  it('of usage are the same before and after they are folded, by any number of processes at once', async () => {
    const client = await threeTurns();
    const series = () => reports.usageSeries({ clientSlug: client.slug, from: null, to: null, by: 'model' });
    const expected = await series();
    const sums = {
      turns: 1,
      failed: 0,
      cancelled: 0,
      expired: 0,
      refunded: 0,
      inputTokens: 0,
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
          inputTokens: 10,
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
    await finishTurn(turns, again, 'An answer', { model: 'openai/a/b', inputTokens: 1, outputTokens: 1 });
    await writer.foldUsage();
    const grown = (await series()).find(({ group }) => group === 'openai/a/b');
    assert.deepEqual([grown?.turns, grown?.inputTokens, grown?.firstTexts], [2, 11, 1]);
  });

  it('of usage are told apart by client, agent and delivery', async () => {
    const client = await threeTurns();
    for (const [by, groups] of [
      ['total', ['']],
      ['client', [client.slug]],
      ['agent', ['assistant']],
      ['delivery', ['stream', 'job']],
    ] as const) {
      const rows = await reports.usageSeries({ clientSlug: client.slug, from: null, to: null, by });
      assert.deepEqual(
        rows.map(({ group }) => group),
        groups,
      );
    }
    const none = { clientSlug: client.slug, from: '2020-01-01', to: '2020-01-02', by: 'total' } as const;
    assert.deepEqual(await reports.usageSeries(none), []);
  });

  it('of a report are stored once, however often it is sent', async () => {
    const client = await createClient(database);
    const id = await process();
    const counts = new ReportCounts();
    counts.refused(client.id, 'quota_exceeded');
    counts.refused(null, 'invalid_api_key');
    const ok = { outcome: 'completed', error: null, next: null, inputTokens: 1, outputTokens: 1 } as const;
    for (let nth = 0; nth < 10; nth++)
      counts.called('openai', 'm', { ...ok, durationMs: 900, firstTextMs: 300 });
    const report = { ...nothing, ...counts.take() };
    assert.equal(await writer.report(id, report), true);
    assert.equal(await writer.report(id, report), true);
    assert.equal(await writer.report(id, { ...report, number: 2 }), true);
    assert.deepEqual(await reports.refusals(5, client.slug), [
      { clientSlug: client.slug, code: 'quota_exceeded', refusals: 2 },
    ]);
    const all = await reports.refusals(5, null);
    assert.ok(all.some(({ clientSlug, code }) => clientSlug === null && code === 'invalid_api_key'));
    const [provider] = await reports.providers(5);
    assert.deepEqual([provider?.calls, provider?.failed, provider?.timeouts], [20, 0, 0]);
    const p50 = provider?.firstText?.p50 ?? 0;
    assert.ok(p50 > 0.16 && p50 <= 0.32, String(p50));
  });

  it('of an unknown process are not stored', async () => {
    const refusals = [{ clientId: 0, code: 'not_found', refusals: 5 }];
    assert.equal(await writer.report(randomUUID(), { ...nothing, refusals }), false);
    assert.ok((await reports.refusals(5, null)).every(({ code }) => code !== 'not_found'));
  });

  it('show the live processes with what they last said', async () => {
    const id = await process();
    assert.equal((await reports.processes()).find((row) => row.id === id)?.state, null);
    await writer.report(id, nothing);
    assert.deepEqual((await reports.processes()).find((row) => row.id === id)?.state, state);
    await turns.unregister(id);
    assert.equal(
      (await reports.processes()).some((row) => row.id === id),
      false,
    );
  });

  it('name the model of a running attempt, and never that of another', async () => {
    const client = await createClient(database);
    const { turnId } = await startTurn(turns, client, ownerIn(client));
    const id = await process();
    const called = { clientId: client.id, turnId, model: 'openai/long' };
    const modelOf = async () =>
      (await database.query<{ model: string | null }>('select model from turns where id = $1', [turnId]))[0];
    await writer.report(id, { ...nothing, models: [{ ...called, attempt: 2 }] });
    assert.deepEqual(await modelOf(), { model: null });
    await writer.report(id, { ...nothing, number: 2, models: [{ ...called, attempt: 1 }] });
    assert.deepEqual(await modelOf(), { model: 'openai/long' });
  });

  it('count the jobs that a worker may claim, and the age of the oldest', async () => {
    const client = await createClient(database);
    await startTurn(turns, client, ownerIn(client), { kind: 'job' });
    const queues = await reports.queues();
    const standard = queues.find(({ lane }) => lane === 'standard');
    assert.ok((standard?.claimable ?? 0) >= 1);
    assert.ok((standard?.oldestSeconds ?? -1) >= 0);
    assert.deepEqual(
      queues.find(({ lane }) => lane === 'priority'),
      { lane: 'priority', claimable: 0, oldestSeconds: null },
    );
  });

  it('say how far events are behind: nothing waits, and a transaction that writes holds the log back', async () => {
    const idle = await reports.events();
    assert.deepEqual([idle.pendingDeliveries, idle.overdueSeconds], [0, 0]);
    await database.transaction(async (transaction) => {
      await transaction.query('select pg_current_xact_id()');
      await transaction.query('select pg_sleep(0.05)');
      assert.ok((await reports.events()).lagSeconds >= 0.05);
    });
    const { id: client } = await createClient(database);
    const endpoint = `insert into webhooks (client_id, id, url, secret_key, enabled)
      values ($1, gen_random_uuid(), 'https://hooks.example.com/', 'k', $2)`;
    await database.query(endpoint, [client, true]);
    await database.query(endpoint, [client, false]);
    const due = `insert into webhook_deliveries (client_id, webhook_id, event_id, due_at)
      select w.client_id, w.id, gen_random_uuid(), now() + make_interval(secs => s)
      from webhooks w, unnest($1::int[]) s where w.enabled = $2`;
    await database.query(due, [[-90, -5, 3600], true]);
    await database.query(due, [[-7200], false]);
    const late = await reports.events();
    assert.equal(late.pendingDeliveries, 3);
    assert.ok(late.overdueSeconds >= 90 && late.overdueSeconds < 3600, String(late.overdueSeconds));
    await database.query('delete from webhook_deliveries');
  });

  it('by the minute are kept for seven days', async () => {
    const at = (days: number) => `date_trunc('minute', now() - interval '${days} days')`;
    for (const days of [6, 8]) {
      await database.query(
        `insert into refusal_minutes (minute, client_id, code, refusals) values (${at(days)}, 0, 'old', 1)`,
      );
      await database.query(
        `insert into provider_minutes (minute, provider, model, calls, failed, timeouts, first_text_buckets,
           duration_buckets) values (${at(days)}, 'old', '', 1, 0, 0, '{}', '{}')`,
      );
    }
    await writer.prune();
    for (const sql of [
      `select count(*) from refusal_minutes where code = 'old'`,
      `select count(*) from provider_minutes where provider = 'old'`,
    ]) {
      assert.deepEqual(await database.query(sql), [{ count: 1 }]);
    }
  });
});
