import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { until } from '#test/reading/until.ts';
import { type Api, openApi } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';

const canaryPrompt = 'canaryprompt7421';
const canaryUser = 'canaryuser9313';

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
}

interface Exported {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

describe('The traces of a process', () => {
  let collector: Server;
  let api: Api;
  let partner: Partner;
  let received = '';
  const spans: Span[] = [];

  before(async () => {
    collector = createServer(async (request, response) => {
      const body = await text(request);
      received += body;
      const { resourceSpans }: Exported = JSON.parse(body);
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    }).listen(0, '127.0.0.1');
    // A connection that the collector closes while spans come costs their batch.
    collector.keepAliveTimeout = 0;
    await once(collector, 'listening');
    const address = collector.address();
    const port = typeof address === 'object' ? address?.port : 0;
    api = await openApi({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_BSP_SCHEDULE_DELAY: '50',
        OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
        PARLEY_TRUSTED_PROXIES: '127.0.0.1',
      },
    });
    partner = await api.partner();
  });
  after(async () => {
    await api[Symbol.asyncDispose]();
    collector.close();
    collector.closeAllConnections();
  });

  const body = { prompt: canaryPrompt, context: { external_user_id: canaryUser } };
  const find = (name: string, traceId?: string) =>
    until(() =>
      spans.find((span) => span.name === name && (traceId === undefined || span.traceId === traceId)),
    );
  const attributeOf = ({ attributes }: Span, key: string) =>
    Object.values(attributes.find((attribute) => attribute.key === key)?.value ?? {})[0];

  test('lead from a stream’s request over its admission and the call to its end', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'x-request-id': 'proxy-7' };
    const answer = await partner.send(body, { headers });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('x-request-id'), 'proxy-7');
    const request = await find('POST /v1/stream', traceId);
    assert.equal(request.parentSpanId, 'b7ad6b7169203331');
    assert.equal(attributeOf(request, 'parley.request'), 'proxy-7');
    for (const name of ['parley.admit', 'chat mock', 'parley.finish']) {
      assert.equal((await find(name, traceId)).parentSpanId, request.spanId, name);
    }
    const call = await find('chat mock', traceId);
    assert.equal(attributeOf(call, 'gen_ai.operation.name'), 'chat');
    assert.equal(attributeOf(call, 'gen_ai.provider.name'), 'openai');
    assert.equal(attributeOf(call, 'gen_ai.request.model'), 'mock');
    assert.ok(Number(attributeOf(call, 'gen_ai.usage.output_tokens')) > 0);
  });

  test('of a job begin again in the worker, and link to the request that queued it', async () => {
    const traceId = '1af7651916cd43dd8448eb211c80319d';
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
    const queued: { job_uuid: string } = JSON.parse((await partner.post('/jobs', body, { headers })).text);
    await partner.finalJob(queued.job_uuid, canaryUser);
    const request = await find('POST /v1/jobs', traceId);
    const job = await until(() => spans.find((span) => attributeOf(span, 'parley.job') === queued.job_uuid));
    assert.notEqual(job.traceId, traceId);
    assert.deepEqual(
      job.links?.map(({ traceId: of, spanId }) => [of, spanId]),
      [[traceId, request.spanId]],
    );
    assert.equal((await find('chat mock', job.traceId)).parentSpanId, job.spanId);
  });

  test('say what went wrong by its type', async () => {
    const failing = await api.partner({ model: 'openai/mock:status=404' });
    const answer = await failing.send(body);
    assert.equal(answer.status, 502);
    const call = await find('chat mock:status=404');
    assert.equal(attributeOf(call, 'error.type'), 'rejected');
    const request = await find('POST /v1/stream', call.traceId);
    assert.equal(attributeOf(request, 'error.type'), 'provider_error');
  });

  test('hold neither a prompt, nor an answer, nor the id of an end user', async () => {
    await find('parley.job');
    for (const secret of [canaryPrompt, canaryUser, 'word0', partner.key]) {
      assert.ok(!received.includes(secret), secret);
    }
  });

  test('appear in the log lines of their turns', async () => {
    const request = await find('POST /v1/stream');
    const log = () => api.services[0]?.stdout() ?? '';
    assert.ok(await until(() => log().includes(`"trace_id":"${request.traceId}"`)));
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A job links to the request that queued it',
    file: 'src/core/turn/admit-turn.ts',
    replace: 'traceparent: admission.traceparent }',
    by: 'traceparent: null }',
  },
  {
    rule: 'A trace is believed from trusted proxies',
    file: 'src/adapters/telemetry/request-events.ts',
    replace: 'parent: contextOf(head.traceparent)',
    by: 'parent: contextOf(null)',
  },
];
