import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, afterEach, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { ErrorCode } from '#contract/errors.ts';
import { mockPiece } from '#test/mock/mock-provider.ts';
import { problemOf } from '#test/reading/answered.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { chatBody } from '#test/world/partner.ts';
import { freePort } from '#test/world/process.ts';

/** How the provider fails, as directives in the model's name, and what the partner receives. */
const early: Readonly<Record<string, readonly [string, ErrorCode]>> = {
  'refuses the request': ['status=400', 'provider_error'],
  'refuses our key': ['status=401', 'provider_error'],
  redirects: ['status=302', 'provider_error'],
  'is overloaded': ['status=503', 'provider_unavailable'],
  'limits our rate for long': ['status=429,retryAfter=3600', 'provider_unavailable'],
  'never answers': ['delay=60000', 'provider_timeout'],
  'sends headers and nothing more': ['silent', 'provider_timeout'],
  'breaks off before the first text': ['reset=0', 'provider_error'],
  'ends before the first text': ['truncate=0', 'provider_error'],
  'sends an error before the first text': ['error=0', 'provider_error'],
};

const late = {
  'breaks off': 'reset=3',
  'ends without a finish': 'truncate=3',
  'sends an error': 'error=3',
  'falls silent': 'stall=3',
};

describe('A provider that', () => {
  let api: Api;
  before(async () => {
    // Three calls of a Deep Dive, which may take five times as long, must end before the head is sent.
    api = await openApi({ config: { limits: { first_byte_ms: 150, idle_ms: 300 } } });
  });
  after(() => api[Symbol.asyncDispose]());

  // A success closes the circuit that consecutive failures would open.
  afterEach(async () => {
    const healthy = await api.partner();
    assert.equal((await healthy.send()).status, 200);
  });

  for (const [how, [directives, code]] of Object.entries(early)) {
    test(`${how} is reported as ${code}, with the job, and its usage is refunded`, async () => {
      const model = `openai/mock:${directives}`;
      const partner = await api.partner({ daily_limit: 5, deep_dive_enabled: true, model });
      const options = { detailed_response: true, priority: 'priority' };
      const answer = await partner.send({ options });
      const problem = problemOf(answer, code);
      assert.doesNotMatch(answer.text, /refused by the scenario|mock|openai|127\./i);
      assert.equal(answer.headers.has('retry-after'), problem.status === 503);
      const job = await partner.finalJob(answer.headers.get('x-job-id') ?? null);
      assert.equal(job.status, 'failed');
      assert.equal(job.error?.code, code);
      assert.deepEqual(job.charged, { requests: 1, priority: 1, deep_dive: 1, refunded: true });
      const usage = await partner.usage();
      assert.deepEqual([usage.requests.used, usage.priority.used, usage.deep_dive.used], [0, 0, 0]);
      const id = answer.headers.get('x-conversation-id');
      const { text } = await partner.get(`/conversations/${id}?external_user_id=user-1`);
      assert.deepEqual(
        JSON.parse(text).messages.map((message: { status: string }) => message.status),
        ['complete', 'failed'],
      );
    });
  }

  for (const [how, directives] of Object.entries(late)) {
    test(`${how} after some text breaks the connection; the text and the charge are kept`, async () => {
      const partner = await api.partner({ daily_limit: 5, model: `openai/mock:${directives}` });
      const answer = await partner.send();
      const begun = mockPiece(0) + mockPiece(1) + mockPiece(2);
      assert.equal(answer.status, 200);
      assert.equal(answer.text, begun);
      assert.equal(answer.complete, false);
      const id = answer.headers.get('x-job-id') ?? null;
      const job = await partner.finalJob(id);
      assert.equal(job.status, 'failed');
      assert.equal(job.charged.refunded, false);
      assert.equal((await partner.output(id)).text, begun);
      assert.equal((await partner.usage()).requests.used, 1);
      const conversation_uuid = answer.headers.get('x-conversation-id');
      assert.equal((await partner.open({ conversation_uuid })).status, 200);
    });
  }

  test('breaks off makes curl exit with 18', async () => {
    const partner = await api.partner({ model: 'openai/mock:error=2' });
    const curl = promisify(execFile)('curl', [
      '-sN',
      `${api.urlOf()}/stream`,
      ...['-H', `authorization: Bearer ${partner.key}`, '-H', 'content-type: application/json'],
      ...['-d', JSON.stringify(chatBody())],
    ]);
    await assert.rejects(curl, { code: 18, stdout: mockPiece(0) + mockPiece(1) });
  });

  test('fails for a moment is asked again before the reader learns of it', async () => {
    const partner = await api.partner();
    api.provider.enqueue({ status: 500 }, { status: 503 });
    const answer = await partner.send();
    assert.equal(answer.status, 200);
    assert.equal((await partner.usage()).requests.used, 1);
  });

  test('is silent longer than the head is held gets a 200, and the failure then breaks it', async () => {
    await using patient = await openApi({ config: { limits: { first_byte_ms: 9_000 } } });
    const partner = await patient.partner();
    patient.provider.enqueue({ silent: true }, { status: 400 });
    const sent = performance.now();
    const opened = await partner.open();
    const held = performance.now() - sent;
    assert.ok(held > 4_900 && held < 9_000, String(held));
    assert.equal(opened.status, 200);
    await assert.rejects(opened.text());
  });

  test('is not there at all is reported as provider_unavailable', async () => {
    await using alone = await openApi({
      env: { OPENAI_BASE_URL: `http://127.0.0.1:${await freePort()}/v1` },
    });
    const partner = await alone.partner();
    problemOf(await partner.send(), 'provider_unavailable');
    assert.equal((await partner.usage()).requests.used, 0);
  });

  test('is not allowed to the client is reported as provider_unavailable', async () => {
    const partner = await api.partner({ providers: [] });
    problemOf(await partner.send(), 'provider_unavailable');
    assert.equal((await partner.usage()).requests.used, 0);
  });
});
