import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { createLog } from '#adapters/log.ts';
import { Metrics } from '#adapters/telemetry/metrics.ts';
import { createTelemetry } from '#adapters/telemetry/telemetry.ts';
import { userNames } from '#adapters/telemetry/user-names.ts';
import type { RequestEnd } from '#core/numbers/request-telemetry.ts';
import type { Break } from '#test/break.ts';
import { samplesIn } from '#test/metrics/samples.ts';

const head = { requestId: 'r-1', host: 'api', method: 'GET', traceparent: null };
const caller = { clientId: 1, clientSlug: 'acme', userId: () => 'user-1' };
const good: RequestEnd = { ...caller, route: '/v1/usage', status: 200, waitMs: 0 };

describe('A request', () => {
  let now = 0;
  let printed: Readonly<Record<string, unknown>>[];
  beforeEach(() => {
    now = 1_000;
    printed = [];
    mock.method(performance, 'now', () => now);
  });
  afterEach(() => mock.restoreAll());

  function open() {
    const destination = { write: (line: string) => printed.push(JSON.parse(line)) };
    const metrics = new Metrics();
    const nameUser = userNames('a secret', false);
    const log = createLog({ destination });
    return createTelemetry({ metrics, log, lines: log, nameUser });
  }

  const events = () => printed.map(({ event, duration_ms, error }) => [event, duration_ms, error]);

  it('is logged when it took over five seconds, and not before', () => {
    const { requests } = open();
    const quick = requests.began(head);
    now += 5_000;
    quick.ended(good);
    const slow = requests.began(head);
    now += 5_001;
    slow.ended(good);
    assert.deepEqual(events(), [['request.slow', 5_001, undefined]]);
    assert.deepEqual([printed[0]?.['client'], printed[0]?.['route']], ['acme', '/v1/usage']);
  });

  it('is not slow for the time that it asked to wait, nor for that of a stream', () => {
    const { requests } = open();
    const waiting = requests.began(head);
    now += 30_000;
    waiting.ended({ ...good, waitMs: 30_000 });
    const stream = requests.began(head);
    now += 400;
    stream.streaming();
    now += 60_000;
    stream.ended(good);
    assert.deepEqual(events(), []);
  });

  it('has one line for a failure of ours, with its cause', () => {
    const { requests } = open();
    const request = requests.began(head);
    const cause = new Error('what broke');
    request.refused({ ...caller, code: 'internal_error', status: 500, hasTurn: false, cause });
    request.ended({ ...good, status: 500 });
    assert.equal(printed.length, 1);
    const [line] = printed;
    assert.deepEqual(
      [line?.['event'], line?.['level'], line?.['request']],
      ['request.failed', 'error', 'r-1'],
    );
    assert.match(JSON.stringify(line?.['error']), /what broke/);
  });

  it('has one line for a refusal, which says by whom and why', () => {
    const { requests, counts } = open();
    const request = requests.began(head);
    request.refused({ ...caller, code: 'rate_limited', status: 429, hasTurn: false, cause: null });
    request.ended({ ...good, status: 429 });
    assert.deepEqual(events(), [['request.refused', undefined, 'rate_limited']]);
    assert.deepEqual(counts.take().refusals, [{ clientId: 1, code: 'rate_limited', refusals: 1 }]);
  });

  it('that began a turn is no refusal, however the turn failed', () => {
    const { requests, counts } = open();
    const request = requests.began(head);
    request.refused({ ...caller, code: 'provider_error', status: 502, hasTurn: true, cause: null });
    request.ended({ ...good, status: 502 });
    assert.deepEqual(counts.take().refusals, []);
    assert.deepEqual(events(), [['request.failed', 0, 'provider_error']]);
  });

  it('is counted by its route, its method and the kind of its status, and timed in seconds', async () => {
    const { requests, metrics } = open();
    for (const [method, route, status] of [
      ['GET', '/v1/usage', 200],
      ['BREW', null, 404],
      ['POST', '/v1/stream', 503],
    ] as const) {
      const request = requests.began({ ...head, method });
      now += 1_500;
      request.ended({ ...good, route, status });
    }
    const samples = samplesIn((await metrics.expose(undefined)).text);
    const valuesOf = (name: string) =>
      samples
        .filter((sample) => sample.name === name && sample.value !== 0)
        .map(({ labels, value }) => [labels['route'], labels['method'], labels['status'], value]);
    assert.deepEqual(valuesOf('parley_http_requests_total'), [
      ['/v1/usage', 'GET', '2xx', 1],
      ['none', 'other', '4xx', 1],
      ['/v1/stream', 'POST', '5xx', 1],
    ]);
    assert.deepEqual(
      valuesOf('parley_http_request_duration_seconds_sum').map(([, , , seconds]) => seconds),
      [1.5, 1.5, 1.5],
    );
  });

  it('that is refused for its number is counted as throttled, unless a quota is used up', async () => {
    const { requests, metrics } = open();
    for (const [code, status] of [
      ['rate_limited', 429],
      ['quota_exceeded', 429],
      ['validation_error', 400],
    ] as const) {
      requests.began(head).refused({ ...caller, code, status, hasTurn: false, cause: null });
    }
    const samples = samplesIn((await metrics.expose(undefined)).text);
    assert.deepEqual(
      samples
        .filter(({ name }) => name === 'parley_throttled_total')
        .map(({ labels, value }) => [labels['rule'], value]),
      [['rate_limited', 1]],
    );
  });

  it('counts as streaming until it ends', () => {
    const { requests } = open();
    const [one, other] = [requests.began(head), requests.began(head)];
    one.streaming();
    other.streaming();
    assert.equal(requests.streams, 2);
    one.ended(good);
    assert.equal(requests.streams, 1);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A question that failed was not refused',
    file: 'src/adapters/telemetry/request-events.ts',
    replace: 'if (!refusal.hasTurn) counts',
    by: 'counts',
  },
  {
    rule: 'The time of a request is in seconds',
    file: 'src/adapters/telemetry/request-events.ts',
    replace: "metrics.observe('requestSeconds', labels, durationMs / 1_000)",
    by: "metrics.observe('requestSeconds', labels, durationMs)",
  },
  {
    rule: 'A request without a route is counted as one',
    file: 'src/adapters/telemetry/request-events.ts',
    replace: "answer.route ?? 'none'",
    by: "answer.route ?? ''",
  },
  {
    rule: 'A method of a caller’s own is no label',
    file: 'src/adapters/telemetry/request-events.ts',
    replace: "methods.has(method) ? method : 'other'",
    by: 'method',
  },
  {
    rule: 'A used-up quota is not throttling',
    file: 'src/adapters/telemetry/request-events.ts',
    replace: "refusal.status === 429 && refusal.code !== 'quota_exceeded'",
    by: 'refusal.status === 429',
  },
];
