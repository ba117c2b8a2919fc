import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { families } from '#adapters/telemetry/families.ts';
import type { Break } from '#test/break.ts';
import { openMeasuredApi } from '#test/metrics/measured-api.ts';
import { type Sample, samplesIn } from '#test/metrics/samples.ts';
import { problemOf } from '#test/reading/answered.ts';
import { exchange } from '#test/reading/raw-http.ts';
import { until } from '#test/reading/until.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';

const canaryPrompt = 'canaryprompt7421';
const canaryUser = 'canaryuser9313';

describe('What a process reports to its operator', () => {
  let api: Api;
  let metricsUrl: string;
  let partner: Partner;
  let failing: Partner;
  let failedRequest: string | undefined;
  let jobRequest: string | undefined;
  let failedJob: string | undefined;
  const ids: string[] = [];

  before(async () => {
    ({ api, metricsUrl } = await openMeasuredApi());
    partner = await api.partner({ user_requests_limit: 2 });
    failing = await api.partner({ model: 'openai/mock:status=404' });
    const body = { prompt: canaryPrompt, context: { external_user_id: canaryUser } };
    const answered = await partner.send(body);
    ids.push(String(answered.headers.get('x-job-id')), String(answered.headers.get('x-conversation-id')));
    const accepted = await partner.post('/jobs', body);
    jobRequest = accepted.headers.get('x-request-id');
    const queued: { job_uuid: string } = JSON.parse(accepted.text);
    ids.push(queued.job_uuid);
    await partner.finalJob(queued.job_uuid, canaryUser);
    problemOf(await partner.send(body), 'quota_exceeded');
    const failed = await failing.send(body);
    problemOf(failed, 'provider_error', { retryable: false });
    failedRequest = failed.headers.get('x-request-id');
    failedJob = failed.headers.get('x-job-id');
    await partner.get('/nothing');
    await partner.get(`/conversations/${ids[1]}?external_user_id=${canaryUser}`);
  });
  after(() => api[Symbol.asyncDispose]());

  const samples = async () => samplesIn(await (await fetch(metricsUrl)).text());

  async function sampleOf(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
    const matches = ({ name: found, labels: has }: Sample) =>
      found === name && Object.entries(labels).every(([key, value]) => has[key] === value);
    return (await samples()).filter(matches).reduce((sum, { value }) => sum + value, 0);
  }

  function lines(): readonly Readonly<Record<string, unknown>>[] {
    return (
      api.services[0]
        ?.stdout()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)) ?? []
    );
  }

  test('the counters say what has happened, by client where that was asked for', async () => {
    const client = partner.client.slug;
    for (const [name, labels, value] of [
      ['parley_admissions_total', { client, delivery: 'stream', result: 'admitted' }, 1],
      ['parley_admissions_total', { client, delivery: 'job', result: 'admitted' }, 1],
      ['parley_admissions_total', { client, delivery: 'stream', result: 'quota_exceeded' }, 1],
      ['parley_turns_total', { client, outcome: 'completed' }, 2],
      ['parley_turns_total', { client: failing.client.slug, delivery: 'stream', outcome: 'failed' }, 1],
      ['parley_refunds_total', { reason: 'provider_error' }, 1],
      ['parley_provider_calls_total', { provider: 'openai', outcome: 'completed' }, 2],
      ['parley_provider_calls_total', { provider: 'openai', outcome: 'rejected' }, 1],
      ['parley_first_text_seconds_count', { outcome: 'completed' }, 2],
      ['gen_ai_client_operation_duration_seconds_count', { gen_ai_operation_name: 'chat' }, 3],
      ['gen_ai_client_operation_duration_seconds_count', { error_type: 'rejected' }, 1],
      ['gen_ai_client_operation_time_to_first_chunk_seconds_count', { gen_ai_provider_name: 'openai' }, 2],
      ['parley_http_requests_total', { host: 'api', route: '/v1/stream', status: '4xx' }, 1],
      ['parley_http_requests_total', { host: 'api', route: '/v1/stream', status: '5xx' }, 1],
      ['parley_http_requests_total', { host: 'api', route: 'none', status: '4xx' }, 1],
      ['parley_database_up', {}, 1],
      ['parley_streams_open', { host: 'api' }, 0],
    ] as const) {
      assert.equal(await sampleOf(name, labels), value, `${name} ${JSON.stringify(labels)}`);
    }
    const { input, output } = {
      input: await sampleOf('parley_tokens_total', { client, type: 'input' }),
      output: await sampleOf('parley_tokens_total', { client, type: 'output' }),
    };
    assert.ok(input > 0 && output > 0);
  });

  test('labels a request by the kind of its host, whatever its target says', async () => {
    for (const target of ['abcdefg://x/', '*', 'x']) {
      const head = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      assert.match(await exchange(api.portOf(), head), /^HTTP\/1\.1 40[04] /, target);
    }
    const hosts = new Set((await samples()).flatMap(({ labels }) => labels['host'] ?? []));
    assert.deepEqual([...hosts], ['api']);
  });

  test('no label holds a user, a conversation, a job, a path or a prompt', async () => {
    const secrets = [canaryPrompt, canaryUser, partner.key, ...ids];
    const known = new Map<string, ReadonlySet<string>>(
      Object.values(families).map(({ name, labels }) => [name, new Set<string>([...labels, 'client', 'le'])]),
    );
    for (const { name, labels } of await samples()) {
      const allowed = known.get(name) ?? known.get(name.replace(/_(?:bucket|sum|count)$/, ''));
      for (const [key, value] of Object.entries(labels)) {
        assert.ok(allowed === undefined || allowed.has(key), `${name} has the label ${key}`);
        assert.ok(!secrets.some((secret) => value.includes(secret)), `${name} ${key}=${value}`);
        assert.doesNotMatch(value, /[0-9a-f]{8}-[0-9a-f]{4}-/, `${name} ${key}`);
      }
    }
  });

  test('every name on the board and in the alerts is one of a scrape', async () => {
    const names = new Set((await samples()).map(({ name }) => name));
    const declared = (await (await fetch(metricsUrl)).text()).matchAll(/^# TYPE (\S+) (\S+)$/gm);
    for (const [, name = '', kind] of declared) {
      names.add(name);
      if (kind === 'histogram') for (const end of ['bucket', 'sum', 'count']) names.add(`${name}_${end}`);
    }
    for (const file of ['deploy/grafana/parley.json', 'deploy/prometheus/alerts.yml']) {
      const text = await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');
      const used = new Set(text.match(/\b(?:parley|gen_ai|process|nodejs)_[a-z0-9_]+\b/g));
      const labels = new Set(Object.values(families).flatMap((family): readonly string[] => family.labels));
      const unknown = [...used].filter((name) => !names.has(name) && !labels.has(name));
      assert.deepEqual(unknown, [], file);
      assert.ok(used.size > 5);
    }
  });

  test('OpenMetrics is given to a reader that asks for it, and nothing else is served there', async () => {
    const accept = 'application/openmetrics-text; version=1.0.0,text/plain;q=0.5';
    const open = await fetch(metricsUrl, { headers: { accept } });
    assert.match(String(open.headers.get('content-type')), /^application\/openmetrics-text/);
    assert.match(await open.text(), /\n# EOF\n$/);
    for (const path of ['/', '/v1/health'])
      assert.equal((await fetch(new URL(path, metricsUrl))).status, 404);
    assert.equal((await fetch(metricsUrl, { method: 'POST' })).status, 405);
    assert.equal((await partner.request('GET', '/../metrics')).status, 404);
  });

  test('a key with the scope admin:operate reads the same at the API, and no other key does', async () => {
    const operator = await api.partner({ scopes: ['admin:operate'] });
    const answer = await operator.get('/admin/metrics');
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    assert.match(answer.text, /^parley_turns_total\{/m);
    const accept = 'application/openmetrics-text';
    const open = await operator.get('/admin/metrics', { headers: { accept } });
    assert.match(open.headers.get('content-type') ?? '', /^application\/openmetrics-text/);
    problemOf(await partner.get('/admin/metrics'), 'insufficient_scope');
  });

  test('each turn has one line for its end, with what finds it and what it took', async () => {
    const ended = () => lines().filter(({ event }) => event === 'turn.ended');
    await until(() => ended().length >= 3);
    assert.equal(ended().length, 3);
    const stream = ended().find(({ job }) => job === ids[0]);
    assert.deepEqual(
      [stream?.['client'], stream?.['outcome'], stream?.['delivery'], stream?.['model']],
      [partner.client.slug, 'completed', 'stream', 'openai/mock'],
    );
    assert.match(String(stream?.['user']), /^[0-9a-f]{16}$/);
    assert.equal(typeof stream?.['duration_ms'], 'number');
    assert.equal(typeof stream?.['first_text_ms'], 'number');
    const job = ended().find(({ job }) => job === ids[2]);
    assert.equal(job?.['user'], stream?.['user']);
    assert.equal(job?.['request'], undefined);
  });

  test('the id of the request that queued a job finds the job', () => {
    const about = lines().filter(({ request }) => request === jobRequest);
    assert.deepEqual(
      about.map(({ event, job, client }) => [event, job, client]),
      [['job.queued', ids[2], partner.client.slug]],
    );
    assert.match(String(about[0]?.['user']), /^[0-9a-f]{16}$/);
  });

  test('what stands in place of an end user and is no identity is not in the log', async () => {
    const context = { external_user_id: 'x'.repeat(300) };
    const refused = await partner.send({ prompt: 'Hello', context });
    problemOf(refused, 'validation_error');
    const id = refused.headers.get('x-request-id');
    const line = await until(() => lines().find(({ request }) => request === id));
    assert.deepEqual([line['event'], line['user']], ['request.refused', undefined]);
  });

  test('a refusal has one line, and the request id that a partner reports finds a provider’s failure', async () => {
    const refused = lines().filter(
      ({ event, error }) => event === 'request.refused' && error === 'quota_exceeded',
    );
    assert.deepEqual(
      refused.map(({ client, status }) => [client, status]),
      [[partner.client.slug, 429]],
    );
    assert.match(String(refused[0]?.['user']), /^[0-9a-f]{16}$/);
    const about = lines().filter(({ request }) => request === failedRequest);
    assert.deepEqual(about.map(({ event }) => event).sort(), [
      'provider.failed',
      'request.failed',
      'turn.ended',
    ]);
    const ofTurn = about.filter(({ event }) => event !== 'request.failed');
    assert.ok(ofTurn.every(({ client, job }) => client === failing.client.slug && job === failedJob));
  });

  test('a caller that is no trusted proxy chooses no request id', async () => {
    const headers = { 'x-request-id': 'chosen', traceparent: 'chosen' };
    const answer = await partner.get('/agents', { headers });
    assert.notEqual(answer.headers.get('x-request-id'), 'chosen');
  });

  test('neither a prompt, nor an answer, nor the id of an end user is in the log', () => {
    const log = `${api.services[0]?.stdout()}${api.services[0]?.stderr()}`;
    for (const secret of [canaryPrompt, canaryUser, partner.key, 'word0']) {
      assert.ok(!log.includes(secret), secret);
    }
  });

  test('the counts reach the stored numbers', async () => {
    const stored = async () => {
      const [row] = await api.database.query<{ refusals: number; calls: number; failed: number }>(
        `select (select coalesce(sum(refusals), 0)::int from refusal_minutes
            where code = 'quota_exceeded' and client_id = $1) as refusals,
          (select coalesce(sum(calls), 0)::int from provider_minutes) as calls,
          (select coalesce(sum(failed), 0)::int from provider_minutes) as failed`,
        [partner.client.id],
      );
      return row;
    };
    // Each report carries what was counted since the one before.
    await until(async () => ((await stored())?.refusals ?? 0) > 0 && ((await stored())?.calls ?? 0) >= 3);
    assert.deepEqual(await stored(), { refusals: 1, calls: 3, failed: 1 });
    // A question that failed is among the ended turns, and was not refused.
    const ofFailing = 'select code from refusal_minutes where client_id = $1';
    assert.deepEqual(await api.database.query(ofFailing, [failing.client.id]), []);
    const [process] = await api.database.query<{ state: { circuits: object } }>(
      'select state from processes',
    );
    assert.ok('openai' in (process?.state.circuits ?? {}));
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A request counts under the kind of its host, never under its target',
    file: 'src/http/server/exchanges.ts',
    replace: 'host: this.#hosts.of(raw).kind,',
    by: 'host: raw.url ?? this.#hosts.of(raw).kind,',
  },
  {
    rule: 'A user is named by a hash in the log',
    file: 'src/adapters/telemetry/user-names.ts',
    replace: 'if (showsIds)',
    by: 'if (showsIds || masterSecret)',
  },
  {
    rule: 'The line about a failure of a provider carries the request',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: '...(requestId !== null && { request: requestId }),',
    by: '...(requestId === null && { request: requestId }),',
  },
  {
    rule: 'A refusal is counted for the stored numbers',
    file: 'src/adapters/telemetry/request-events.ts',
    replace: 'counts.refused(refusal.clientId, refusal.code);',
    by: 'counts.refused(null, refusal.code);',
  },
  {
    rule: 'A failure with the id of a turn is no refusal',
    file: 'src/http/server/exchanges.ts',
    replace: "'x-job-id' in headers",
    by: 'false',
  },
  {
    rule: 'The request that queued a job is in the log with it',
    file: 'src/core/turn/admit-turn.ts',
    replace: 'admission.queued({ turnId,',
    by: 'if (request.priority) admission.queued({ turnId,',
  },
  {
    rule: 'Only what is an identity names a user in the log',
    file: 'src/http/server/exchanges.ts',
    replace: "return checkExternalUserId(named, '');",
    by: 'return named;',
  },
];
