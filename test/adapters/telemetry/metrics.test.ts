import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families } from '#adapters/telemetry/families.ts';
import { Metrics } from '#adapters/telemetry/metrics.ts';

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

  it('tell clients apart only where that is asked for, and at most 200 of them', async () => {
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
