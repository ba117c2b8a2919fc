import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, afterEach, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { ErrorCode } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { Break } from '#test/break.ts';
import { mockPiece } from '#test/mock/mock-provider.ts';
import { type Answered, problemOf } from '#test/reading/answered.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { chatBody, type Partner } from '#test/world/partner.ts';

/** How the provider fails, as directives in the model's name, and what the partner receives. */
const early: Readonly<Record<string, readonly [string, ErrorCode, retryable?: boolean]>> = {
  'refuses the request': ['status=400', 'provider_refused'],
  'refuses our key': ['status=401', 'provider_error', false],
  redirects: ['status=302', 'provider_error'],
  'is overloaded': ['status=503', 'provider_unavailable'],
  'limits our rate for long': ['status=429,retryAfter=3600', 'provider_unavailable'],
  'breaks off before the first text': ['reset=0', 'provider_error'],
  'ends before the first text': ['truncate=0', 'provider_error'],
  'sends an error before the first text': ['error=0', 'provider_error'],
};

const silent = { 'never answers': 'delay=60000', 'sends headers and nothing more': 'silent' };

const late = {
  'breaks off': 'reset=3',
  'ends without a finish': 'truncate=3',
  'sends an error': 'error=3',
  'falls silent': 'stall=3',
};

describe('A provider that', () => {
  let api: Api;
  before(async () => {
    api = await openApi({ config: { limits: { idle_ms: 3_000 } } });
  });
  after(() => api[Symbol.asyncDispose]());

  // A success closes the circuit that consecutive failures would open.
  afterEach(async () => {
    const healthy = await api.partner();
    assert.equal((await healthy.send()).status, 200);
  });

  for (const [how, [directives, code, retryable]] of Object.entries(early)) {
    test(`${how} is reported as ${code}, with the job, and its usage is refunded`, async () => {
      const model = `openai/mock:${directives}`;
      const partner = await api.partner({ daily_limit: 5, deep_dive_enabled: true, model });
      const options = { detailed_response: true, priority: 'priority' };
      const answer = await partner.send({ options });
      const problem = problemOf(answer, code, retryable === undefined ? {} : { retryable });
      assert.doesNotMatch(answer.text, /refused by the scenario|mock|openai|127\./i);
      assert.equal(answer.headers.has('retry-after'), problem.status === 503);
      const charged = { requests: 1, priority: 1, deep_dive: 1 };
      await requireRefund(partner, answer, code, charged);
    });
  }

  test('says nothing is reported as provider_timeout, with the job, and its usage is refunded', async () => {
    // An ordinary answer could miss a limit as short as this one.
    await using hasty = await openApi({ config: { limits: { first_byte_ms: 150 } } });
    for (const [how, directives] of Object.entries(silent)) {
      const partner = await hasty.partner({ daily_limit: 5, model: `openai/mock:${directives}` });
      const answer = await sendInTime(partner, { options: { priority: 'priority' } });
      assert.equal(problemOf(answer, 'provider_timeout').status, 504);
      assert.ok(!answer.headers.has('retry-after'), how);
      await requireRefund(partner, answer, 'provider_timeout', { requests: 1, priority: 1, deep_dive: 0 });
    }
  });

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

  test('lasts longer than a turn may take is cut, and the job says that it was the turn', async () => {
    await using brief = await openApi({ config: { limits: { turn_ms: 1_500 } } });
    const partner = await brief.partner({ model: 'openai/mock:deltas=100000,pace=20' });
    const sent = performance.now();
    const answer = await partner.send();
    assert.ok(performance.now() - sent < 90_000);
    assert.deepEqual([answer.status, answer.complete], [200, false]);
    const job = await partner.finalJob(answer.headers.get('x-job-id') ?? null);
    assert.deepEqual([job.status, job.error?.code, job.charged.refunded], ['failed', 'turn_timeout', false]);
  });

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
    assert.ok(held > 4_900, String(held));
    // A head that waited for the failure would have another status.
    assert.equal(opened.status, 200);
    await assert.rejects(opened.text());
  });

  test('is not there at all is reported as provider_unavailable', async () => {
    await using alone = await openApi({
      // No program gets this port: it is reserved.
      env: { OPENAI_BASE_URL: 'http://127.0.0.1:2/v1' },
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

/** The head is sent after five seconds whatever comes, so a machine that stood still for as long is asked again. */
async function sendInTime(partner: Partner, body: Readonly<Record<string, unknown>>): Promise<Answered> {
  for (let tries = 1; ; tries++) {
    const sent = performance.now();
    const answer = await partner.send(body);
    const wasHeld = performance.now() - sent < limits.streamHeaderHoldMs;
    if (answer.status !== 200 || wasHeld || tries === 5) return answer;
  }
}

async function requireRefund(
  partner: Partner,
  { headers }: Answered,
  code: ErrorCode,
  charged: object,
): Promise<void> {
  const job = await partner.finalJob(headers.get('x-job-id') ?? null);
  assert.equal(job.status, 'failed');
  assert.equal(job.error?.code, code);
  assert.deepEqual(job.charged, { ...charged, refunded: true });
  const usage = await partner.usage();
  assert.deepEqual([usage.requests.used, usage.priority.used, usage.deep_dive.used], [0, 0, 0]);
  const id = headers.get('x-conversation-id');
  const { text } = await partner.get(`/conversations/${id}?external_user_id=user-1`);
  assert.deepEqual(
    JSON.parse(text).messages.map((message: { status: string }) => message.status),
    ['complete', 'failed'],
  );
}

export const breaks: readonly Break[] = [
  {
    rule: 'A provider that took too long is no provider that is away',
    file: 'src/core/turn/run-turn.ts',
    replace: "return 'provider_timeout';",
    by: "return 'provider_unavailable';",
  },
  {
    rule: 'A turn ends when its limit is over, and not a hundred times later',
    file: 'src/core/turn/run-turn.ts',
    replace: '}), runner.turnMs);',
    by: '}), runner.turnMs * 100);',
  },
  {
    rule: 'A failure without text is refunded',
    file: 'src/core/turn/is-refunded.ts',
    replace: 'return !hasText;',
    by: 'return false;',
  },
  {
    rule: 'A failure after some text is kept',
    file: 'src/core/turn/is-refunded.ts',
    replace: 'return !hasText;',
    by: 'return true;',
  },
];
