import { deepEqual, equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals';
import { RequestFailed } from '#client/request-failed.ts';
import type { Break } from '#test/break.ts';
import type { UsageSeries } from '../../../src/contract/console/screens.ts';
import { colourOf } from '../../../src/web/administration/charts/series.ts';
import { measureOf, seriesOf } from '../../../src/web/console/charts/series-of.ts';
import { duration } from '../../../src/web/console/components/format.ts';
import { createApi } from '../../../src/web/console/state/api.ts';
import { call } from '../../../src/web/console/state/call.ts';
import { addressOf, parseRoute } from '../../../src/web/console/state/route.ts';
import { createStepUp, StepUpDeclined } from '../../../src/web/console/state/step-up.ts';

test('an address and what the console shows lead to each other', () => {
  const address = addressOf('partners', 'a/b', { tab: 'limits', q: '' });
  equal(address, '/partners/a%2Fb?tab=limits');
  const [pathname = '', search = ''] = address.split('?');
  deepEqual(parseRoute({ pathname, search: `?${search}` }), {
    section: 'partners',
    name: 'a/b',
    filters: { tab: 'limits' },
  });
  equal(parseRoute({ pathname: '/nothing/%', search: '' }).section, 'overview');
});

test('a duration is shown in its two largest units', () => {
  const told = [0, 340, 4_210, 59_900, 200_000, 7_500_000, 273_600_000].map(duration);
  deepEqual(told, ['0 ms', '340 ms', '4.2 s', '1 min', '3 min 20 s', '2 h 5 min', '3 d 4 h']);
});

test('a chart has every day, the largest keys in colours of their own, and loses nothing of the others', () => {
  const keys = Array.from({ length: 9 }, (_, index) => `model-${index}`);
  const free = { amount: '0.00', currency: 'USD', complete: true, unpriced: [], calls_without_tokens: 0 };
  const figures = {
    failed: 0,
    cancelled: 0,
    refunded: 0,
    input_tokens: 1,
    cache_read_tokens: null,
    cache_write_tokens: null,
    output_tokens: 2,
    calls: 1,
    calls_without_tokens: 0,
    first_text_ms: 5,
    cost: free,
  };
  const data = keys.map((key, index) => ({ ...figures, key, day: '2026-11-02', turns: 10 - index }));
  const answer: UsageSeries = {
    ok: true,
    from: '2026-11-01',
    to: '2026-11-03',
    by: 'model',
    client: null,
    data,
    totals: data.map(({ day, ...total }) => total),
    cost: free,
  };
  const { days, series } = seriesOf(answer, 'turns');
  deepEqual(days, ['2026-11-01', '2026-11-02', '2026-11-03']);
  deepEqual(
    series.map(({ name }) => name),
    [...keys.slice(0, 6), 'Others'],
  );
  deepEqual(series.at(-1)?.values, [0, 4 + 3 + 2, 0]);
  equal(measureOf({ ...figures, key: null, turns: 1 }, 'tokens'), 3);
  deepEqual(
    series.map(colourOf),
    ['0', '1', '2', '3', '4', '5', '6'].map((place) => `series-${place}`),
  );

  // What the service has added up already is no key of its own, however much it is.
  const beyond = { ...figures, key: 'other', turns: 70 };
  for (const [count, last] of [
    [9, 70 + 4 + 3 + 2],
    [3, 70],
  ] as const) {
    const some = data.slice(0, count);
    const chart = seriesOf(
      {
        ...answer,
        data: [...some, { ...beyond, day: '2026-11-02' }],
        totals: [beyond, ...answer.totals.slice(0, count)],
      },
      'turns',
    );
    const names = chart.series.map(({ name }) => name);
    deepEqual(names, [...keys.slice(0, Math.min(count, 6)), 'Others']);
    deepEqual(chart.series.at(-1)?.values, [0, last, 0]);
    equal(chart.series.map(colourOf).at(-1), 'series-6');
  }
});

test('a change that needs a fresh passkey is sent again once the passkey was used', async () => {
  const { api, stepUp, sent } = strongService();
  const answer = api.send(call('rotateKey', { params: { slug: 'acme' }, body: {} }));
  await waitUntilAsked(stepUp);
  stepUp.confirm();
  deepEqual(await answer, { ok: true });
  deepEqual(sent, ['/api/clients/acme/rotate-key', '/api/clients/acme/rotate-key']);
});

test('a change whose passkey is declined is not sent again', async () => {
  const { api, stepUp, sent } = strongService();
  const answer = api.send(call('rotateKey', { params: { slug: 'acme' }, body: {} }));
  const refused = rejects(answer, StepUpDeclined);
  await waitUntilAsked(stepUp);
  stepUp.decline();
  await refused;
  equal(sent.length, 1);
});

test('a change does not wait for the passkey of whoever signs in next', async () => {
  for (const next of [null, 'op:2']) {
    const { api, stepUp, sent, operator } = strongService();
    const answer = api.send(call('rotateKey', { params: { slug: 'acme' }, body: {} }));
    const refused = rejects(answer, StepUpDeclined);
    await waitUntilAsked(stepUp);
    operator.value = next;
    equal(stepUp.asked.value, false);
    stepUp.confirm();
    await refused;
    equal(sent.length, 1);
  }
});

/** The first request of each is refused, as by a service that wants a fresh passkey. */
function strongService() {
  const operator = signal<string | null>('op:1');
  const stepUp = createStepUp(operator);
  const sent: string[] = [];
  const problem = {
    ok: false,
    type: 'about:blank',
    title: 'A fresh passkey is needed',
    status: 403,
    detail: '',
    code: 'fresh_passkey_required',
    request_id: 'r',
    retryable: false,
  } as const;
  const api = createApi(async (path) => {
    sent.push(path);
    if (sent.length === 1) throw new RequestFailed(problem, 403, null);
    return Response.json({ ok: true });
  }, stepUp);
  return { api, stepUp, sent, operator };
}

/** The refusal takes a few turns of the queue to arrive; without a question the loop ends, and the test fails. */
async function waitUntilAsked(stepUp: { readonly asked: { readonly value: boolean } }): Promise<void> {
  for (let turn = 0; turn < 1_000 && !stepUp.asked.value; turn++) await Promise.resolve();
}

export const breaks: readonly Break[] = [
  {
    rule: 'A change does not wait for the passkey of whoever signs in next',
    file: 'src/web/console/state/step-up.ts',
    replace: '    operator.value;\n',
    by: '',
  },
  {
    rule: 'A chart has one rest',
    file: 'src/web/console/charts/series-of.ts',
    replace: '.filter((key) => key !== restKey)',
    by: '',
  },
  {
    rule: 'The rest of a chart is grey',
    file: 'src/web/console/charts/series-of.ts',
    replace: 'isRest: true',
    by: '',
  },
  {
    rule: 'A change that needs a fresh passkey is sent again once the passkey was used',
    file: 'src/web/console/state/api.ts',
    replace: "error.code === 'fresh_passkey_required'",
    by: "error.code === 'session_expired'",
  },
  {
    rule: 'A change whose passkey is declined is not sent again',
    file: 'src/web/console/state/step-up.ts',
    replace: 'reject(new StepUpDeclined())',
    by: 'reject()',
  },
  {
    rule: 'A chart loses nothing of the keys that have no colour of their own',
    file: 'src/web/console/charts/series-of.ts',
    replace: 'series: hasRest',
    by: 'series: hasRest && days.length === 0',
  },
];
