import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { problemOf, readAnswer } from '#test/reading/answered.ts';
import { until } from '#test/reading/until.ts';
import { type Api, openApi } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';

describe('A database that stops and comes back', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let api: Api;
  let partner: Partner;
  const start = () => startEmbeddedPostgres({ dataFolder: folder, durable: false });
  before(async () => {
    folder = makeFolder('parley-outage-');
    postgres = await start();
    await migrate(postgres.connection);
    api = await openApi({ databaseUrl: postgres.connection.connectionString });
    partner = await api.partner();
  });
  after(async () => {
    await api[Symbol.asyncDispose]();
    await postgres[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  test('costs no process: 503 with Retry-After meanwhile, ready by itself, running answers stored', async (t) => {
    await partner.send();
    let stopped = false;
    const load = Array.from({ length: 8 }, async (_, index) => {
      while (!stopped) {
        const answer = await partner.send({ context: { external_user_id: `load-${index}` } });
        if (answer.status === 200) continue;
        problemOf(answer, 'unavailable');
        assert.ok(Number(answer.headers.get('retry-after')) > 0);
      }
    });
    const slow = await api.partner({ model: 'openai/mock:deltas=20,pace=60' });
    const running = await slow.open();
    await postgres[Symbol.asyncDispose]();

    problemOf(await partner.send(), 'unavailable');
    const usage = await partner.get('/usage?external_user_id=user-1');
    assert.equal(problemOf(usage, 'unavailable').retryable, true);
    assert.ok(usage.headers.has('retry-after'));
    problemOf(await partner.get('/nothing'), 'unavailable');
    assert.equal((await fetch(`${api.urlOf()}/health`)).status, 200);
    await api.provider.calls.find(({ model }) => model.includes('pace=60'))?.over;

    postgres = await start();
    const backAt = performance.now();
    await until(async () => (await partner.send()).status === 200);
    t.diagnostic(`ready again after ${((performance.now() - backAt) / 1_000).toFixed(1)} s`);
    const answer = await readAnswer(running);
    assert.deepEqual([answer.text, answer.complete], [mockText(20), true]);
    const job = await slow.finalJob(answer.headers.get('x-job-id') ?? null);
    assert.equal(job.status, 'completed');
    stopped = true;
    await Promise.all(load);
    assert.doesNotMatch(api.serviceOf().stdout() + api.serviceOf().stderr(), /"level":"fatal"/);
  });

  test('leaves the charges equal to the ledger, and no turn that keeps running', async () => {
    const [sums] = await api.database.query<{ counted: number; charged: number; kept: number }>(
      `select (select sum(requests) from usage_clients where client_id = $1)::int as counted,
        (select sum(case kind when 'charge' then requests else -requests end) from ledger
         where client_id = $1)::int as charged,
        (select count(*) from turns where client_id = $1 and not refunded)::int as kept`,
      [partner.client.id],
    );
    assert.equal(sums?.counted, sums?.charged);
    assert.equal(sums?.counted, sums?.kept);
    const unfinished = await api.database.query<{ id: string; external_user_id: string }>(
      `select id, external_user_id from turns where client_id = $1 and state in ('queued', 'running')`,
      [partner.client.id],
    );
    for (const { id, external_user_id } of unfinished) await partner.finalJob(id, external_user_id);
  });
});
