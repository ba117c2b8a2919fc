import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresProcessReportStore } from '#adapters/postgres/numbers/process-report-store.ts';
import { PostgresStoredNumbers } from '#adapters/postgres/numbers/stored-numbers.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { noTokens } from '#core/models/model-provider.ts';
import type { ProcessReport } from '#core/numbers/process-report.ts';
import { ReportCounts } from '#core/numbers/report-counts.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { createClient, ownerIn, startTurn } from '#test/world/factories.ts';

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
    database = parts.use(openPatientDatabase(url, 6));
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

  it('of a report are stored once, however often it is sent', async () => {
    const client = await createClient(database);
    const id = await process();
    const counts = new ReportCounts();
    counts.refused(client.id, 'quota_exceeded');
    counts.refused(null, 'invalid_api_key');
    const ok = {
      outcome: 'completed',
      error: null,
      isStep: false,
      next: null,
      sentAt: 0,
      ...noTokens,
    } as const;
    for (let nth = 0; nth < 10; nth++)
      counts.called('openai', 'm', { ...ok, durationMs: 900, firstTextMs: 300 });
    const report = { ...nothing, ...counts.take() };
    assert.equal(await writer.report(id, report), true);
    assert.equal(await writer.report(id, report), true);
    assert.equal(await writer.report(id, { ...report, number: 2 }), true);
    assert.deepEqual(await reports.refusals(5, client.slug), [{ code: 'quota_exceeded', refusals: 2 }]);
    const all = await reports.refusals(5, null);
    assert.equal(all.find(({ code }) => code === 'invalid_api_key')?.refusals, 2);
    const [provider] = await reports.providers(5);
    assert.deepEqual([provider?.calls, provider?.failed, provider?.timeouts], [20, 0, 0]);
    const p50 = provider?.firstText?.p50 ?? 0;
    assert.ok(p50 > 0.16 && p50 <= 0.32, String(p50));
  });

  it('of refusals are complete, however many clients they are of', async () => {
    await database.query(
      `insert into refusal_minutes (minute, client_id, code, refusals)
       select date_trunc('minute', now()), n, 'queue_full', 1 from generate_series(1001, 1600) n`,
    );
    const found = (await reports.refusals(5, null)).filter(({ code }) => code === 'queue_full');
    assert.deepEqual(found, [{ code: 'queue_full', refusals: 600 }]);
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

  it('do not look for the oldest job in a lane without a claimable one', async () => {
    const client = await createClient(database);
    const { turnId } = await startTurn(turns, client, ownerIn(client), { kind: 'job' });
    await database.query(`update turns set lane = 'priority', tag = null where id = $1`, [turnId]);
    const priority = (await reports.queues()).find(({ lane }) => lane === 'priority');
    assert.deepEqual(priority, { lane: 'priority', claimable: 0, oldestSeconds: null });
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

export const breaks: readonly Break[] = [
  {
    rule: 'Waiting for a disabled endpoint is no delay',
    file: 'src/adapters/postgres/numbers/stored-numbers.ts',
    replace: 'w.id = d.webhook_id and w.enabled',
    by: 'w.id = d.webhook_id',
  },
  {
    rule: 'A report that is sent twice counts once',
    file: 'src/adapters/postgres/numbers/process-report-store.ts',
    replace: 'where id = $1 and report < $2 returning id',
    by: 'where id = $1 returning id',
  },
  {
    rule: 'The numbers of a minute end after seven days',
    file: 'src/adapters/postgres/numbers/process-report-store.ts',
    replace: "refusal_minutes: `minute < now() - interval '7 days'`",
    by: "refusal_minutes: `minute < now() - interval '70 days'`",
  },
  {
    rule: 'Refusals are summed over all clients',
    file: 'src/adapters/postgres/numbers/stored-numbers.ts',
    replace: 'group by 1 order by 2 desc, 1`',
    by: 'group by 1, r.client_id order by 2 desc, 1 limit 500`',
  },
  {
    rule: 'The oldest job is not looked for in an empty lane',
    file: 'src/adapters/postgres/numbers/lane-rows.ts',
    replace: 'case when c.queued > 0 then',
    by: 'case when c.queued >= 0 then',
  },
];
