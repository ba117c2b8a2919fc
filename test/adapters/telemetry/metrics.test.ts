import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog } from '#adapters/log.ts';
import { families } from '#adapters/telemetry/families.ts';
import { Metrics } from '#adapters/telemetry/metrics.ts';
import { createTelemetry } from '#adapters/telemetry/telemetry.ts';
import { userNames } from '#adapters/telemetry/user-names.ts';
import type { Break } from '#test/break.ts';

const openMetrics = 'application/openmetrics-text; version=1.0.0';

describe('The metrics of a process', () => {
  it('are OpenMetrics for a reader that asks for it, and Prometheus text for every other', async () => {
    const metrics = new Metrics();
    metrics.count('turns', { delivery: 'stream', outcome: 'completed' });
    const [plain, open, again] = await Promise.all([
      metrics.expose(undefined),
      metrics.expose(openMetrics),
      metrics.expose('text/plain'),
    ]);
    assert.match(plain.contentType, /^text\/plain; version=0\.0\.4/);
    assert.match(open.contentType, /^application\/openmetrics-text; version=1\.0\.0/);
    assert.match(open.text, /# TYPE parley_turns counter\n[\s\S]*\n# EOF\n$/);
    assert.doesNotMatch(plain.text, /# EOF/);
    for (const { text } of [plain, again]) assert.match(text, /# TYPE parley_turns_total counter\n/);
    for (const { text } of [plain, open, again]) {
      assert.match(text, /^parley_turns_total\{delivery="stream",outcome="completed"\} 1$/m);
    }
  });

  it('name every family, even one without a value', async () => {
    const { text } = await new Metrics().expose(undefined);
    for (const { name, kind } of Object.values(families)) {
      assert.match(text, new RegExp(`^# TYPE ${name} ${kind}$`, 'm'));
    }
    assert.match(text, /^process_cpu_seconds_total \d/m);
    assert.match(text, /^nodejs_eventloop_lag_p99_seconds \d/m);
  });

  it('have labels for clients only where that is asked for, and for at most 200 of them', async () => {
    const plain = new Metrics();
    const apart = new Metrics({ withClients: true });
    for (let nth = 0; nth < 1_000; nth++) {
      for (const metrics of [plain, apart]) {
        const client = metrics.client(`client-${nth}`);
        metrics.count('turns', { delivery: 'job', outcome: 'completed', ...client });
      }
    }
    const samples = async (metrics: Metrics) =>
      (await metrics.expose(undefined)).text
        .split('\n')
        .filter((line) => line.startsWith('parley_turns_total{'));
    assert.equal((await samples(plain)).length, 1);
    const lines = await samples(apart);
    assert.equal(lines.length, 201);
    assert.ok(lines.includes('parley_turns_total{delivery="job",outcome="completed",client="other"} 800'));
  });

  it('are under 3,000 series with 10,000 clients that are told apart, and 10,000 users', async () => {
    const metrics = new Metrics({ withClients: true });
    const log = createLog({ level: 'silent' });
    const { turns, requests } = createTelemetry({
      metrics,
      log,
      lines: log,
      nameUser: userNames('a secret', false),
    });
    const series = async () => (await metrics.expose(undefined)).text.match(/^[^#\n]/gm)?.length ?? 0;
    const endTurn = (client: number, user: number) => {
      const delivery = user % 2 === 0 ? 'job' : 'stream';
      const [slug, userId] = [`client-${client}`, `user-${user}`];
      const labels = metrics.client(slug);
      metrics.count('admissions', { delivery, result: 'admitted', ...labels });
      metrics.count('admissions', { delivery, result: 'quota_exceeded', ...labels });
      const turn = { turnId: `${user}`, clientId: client, clientSlug: slug, userId, delivery } as const;
      const how = { by: 'worker', error: null, isRefunded: false } as const;
      turns.settled({ ...turn, ...how, became: 'completed' });
      turns.settled({ ...turn, ...how, became: 'cancelled' });
      for (const type of ['input', 'output'])
        metrics.count('tokens', { provider: 'openai', model: metrics.model('a'), type, ...labels });
      const route = delivery === 'job' ? '/v1/jobs' : '/v1/stream';
      const head = { requestId: `${user}`, host: 'api', method: 'POST', traceparent: null };
      const caller = { clientId: client, clientSlug: slug, userId: () => userId };
      requests.began(head).ended({ ...caller, route, status: 200, waitMs: 0 });
    };
    for (let nth = 0; nth < 10_000; nth++) endTurn(nth, nth);
    for (let client = 0; client < 200; client++) endTurn(client, client + 1);
    const count = await series();
    assert.ok(count < 3_000, `${count} series`);
    for (let nth = 0; nth < 1_000; nth++) endTurn(nth % 200, 10_000 + nth);
    assert.equal(await series(), count, 'users add none');
  });

  it('bound the names of models in the same way', () => {
    const metrics = new Metrics();
    const names = new Set(Array.from({ length: 500 }, (_, nth) => metrics.model(`model-${nth}`)));
    assert.equal(names.size, 201);
    assert.equal(metrics.model('model-7'), 'model-7');
  });

  it('come without the values of a collector that fails or hangs', async () => {
    const metrics = new Metrics();
    metrics.onCollect(() => Promise.reject(new Error('away')));
    metrics.onCollect(() => {
      throw new Error('broken');
    });
    metrics.onCollect(() => new Promise(() => undefined));
    metrics.onCollect((all) => all.set('databaseUp', {}, 0));
    assert.match((await metrics.expose(undefined)).text, /^parley_database_up 0$/m);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A label has 200 values at most',
    file: 'src/adapters/telemetry/metrics.ts',
    replace: 'const mostValues = 200;',
    by: 'const mostValues = 2_000;',
  },
  {
    rule: 'Clients are told apart only where the operator asks for it',
    file: 'src/adapters/telemetry/metrics.ts',
    replace: 'withClients ? new BoundedLabel() : null',
    by: 'withClients || true ? new BoundedLabel() : null',
  },
  {
    rule: 'A collector that hangs is left out of an exposition',
    file: 'src/adapters/telemetry/metrics.ts',
    replace: 'await Promise.race([collected, late]);',
    by: 'await Promise.race([collected, new Promise(() => late)]);',
  },
];
