import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { findPromtool } from '#test/metrics/find-promtool.ts';
import { openMeasuredApi } from '#test/metrics/measured-api.ts';
import type { Api } from '#test/world/api.ts';

const run = promisify(execFile);
const rules = new URL('../../deploy/prometheus/', import.meta.url);

describe('Prometheus’ own judge', () => {
  let api: Api;
  let metricsUrl: string;
  let promtool: string;
  before(async () => {
    promtool = await findPromtool();
    ({ api, metricsUrl } = await openMeasuredApi());
    const partner = await api.partner();
    assert.equal((await partner.send()).status, 200);
    assert.equal((await partner.post('/jobs', { prompt: 'Hello' })).status, 422);
  });
  after(() => api[Symbol.asyncDispose]());

  it('accepts what a process exposes', async () => {
    const text = await (await fetch(metricsUrl)).text();
    const judge = spawn(promtool, ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] });
    let complaints = '';
    for (const stream of [judge.stdout, judge.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => {
        complaints += piece;
      });
    }
    judge.stdin.end(text);
    const [code] = await once(judge, 'close');
    assert.deepEqual([code, complaints], [0, '']);
  });

  it('accepts the alerts', async () => {
    const { stdout } = await run(promtool, ['check', 'rules', 'alerts.yml'], { cwd: rules });
    assert.match(stdout, /SUCCESS: \d+ rules found/);
  });

  it('sees each alert fire when it must, and not otherwise', async () => {
    const { stdout } = await run(promtool, ['test', 'rules', 'alerts.test.yml'], { cwd: rules });
    assert.match(stdout, /SUCCESS/);
  });
});
