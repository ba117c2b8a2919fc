import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type MockScenario, mockText } from '#test/mock/mock-provider.ts';
import { openSlowReader } from '#test/reading/slow-reader.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { chatBody, type Partner } from '#test/world/partner.ts';

const stallMs = 3_000;
/** A stop that waits for something else than the reader's leaving comes with the provider's limits, after a minute. */
const promptMs = 10_000;
/** More than the kernel buffers for one connection; as events, from the provider, more than it buffers for two. */
const large = 'openai/mock:deltas=190000,length=40';
const largeBytes = 190_000 * 40;

describe('A reader that goes', () => {
  let api: Api;
  before(async () => {
    api = await openApi({ config: { limits: { reader_stall_ms: stallMs } } });
  });
  after(() => api[Symbol.asyncDispose]());

  /** Sends, and leaves as soon as the first text (of a silent answer: the call to the provider) is there. */
  async function leave(partner: Partner, options: object, answer: MockScenario) {
    const calls = api.provider.received;
    const leaving = new AbortController();
    api.provider.enqueue(answer);
    const opened = partner.open({ options }, { signal: leaving.signal });
    const call = await api.provider.waitForCall(calls + 1);
    if (!answer.silent) await opened;
    const left = performance.now();
    leaving.abort();
    await opened.catch(() => undefined);
    return { call, left };
  }

  async function onlyTurn(partner: Partner): Promise<string> {
    const [turn] = await api.database.query<{ id: string }>('select id from turns where client_id = $1', [
      partner.client.id,
    ]);
    return turn?.id ?? '';
  }

  for (const [when, answer] of [
    ['during the answer', { stallAfter: 1 }],
    ['before the first text', { silent: true }],
  ] as const) {
    test(`${when} stops the provider at once, and the charge stays`, async () => {
      const partner = await api.partner();
      const { call, left } = await leave(partner, {}, answer);
      const stopped = await api.provider.waitForAbort(call);
      assert.ok(stopped - left < promptMs, `${stopped - left} ms`);
      const job = await partner.finalJob(await onlyTurn(partner));
      assert.equal(job.status, 'cancelled');
      assert.deepEqual(job.charged, { requests: 1, priority: 0, deep_dive: 0, refunded: false });
    });
  }

  test('leaves the answer to itself when it asked for that', async () => {
    const partner = await api.partner();
    const { promise: restOn, resolve: goOn } = Promise.withResolvers<void>();
    const { call } = await leave(partner, { on_disconnect: 'continue' }, { deltas: 20, paceMs: 25, restOn });
    goOn();
    await call.over;
    assert.ok(call.finished);
    const id = await onlyTurn(partner);
    assert.equal((await partner.finalJob(id)).status, 'completed');
    assert.equal((await partner.output(id)).answer, mockText(20));
  });

  test('does not end the answer while another reader is there, and ends it when that one leaves', async () => {
    const partner = await api.partner();
    const calls = api.provider.received;
    api.provider.enqueue({ stallAfter: 2 });
    const leaving = new AbortController();
    const first = await partner.open({}, { signal: leaving.signal });
    const job = first.headers.get('x-job-id');
    const followerLeaving = new AbortController();
    const follower = await partner.request('GET', `/jobs/${job}/stream?external_user_id=user-1`, undefined, {
      signal: followerLeaving.signal,
    });
    const call = await api.provider.waitForCall(calls + 1);
    leaving.abort();
    await first.text().catch(() => undefined);
    const { text } = await partner.get(`/jobs/${job}?external_user_id=user-1&wait=1`);
    assert.equal(JSON.parse(text).status, 'running');
    followerLeaving.abort();
    await follower.text().catch(() => undefined);
    await api.provider.waitForAbort(call);
    assert.equal((await partner.finalJob(job)).status, 'cancelled');
  });

  test('is cut when it reads nothing: the provider is paused meanwhile, and the answer cancelled', async () => {
    const partner = await api.partner({ model: large });
    const calls = api.provider.received;
    const reader = openSlowReader(api.portOf(), partner.key, chatBody());
    const call = await api.provider.waitForCall(calls + 1);
    await call.over;
    assert.ok(!call.finished, 'the provider could send everything to nobody');
    const job = await partner.finalJob(await onlyTurn(partner));
    assert.equal(job.status, 'cancelled');
    assert.equal(job.error?.code, 'reader_stalled');
    assert.ok((await reader.readInSteps(Number.POSITIVE_INFINITY, 0)) < largeBytes);
  });

  test('that reads nothing of an answer which continues is cut, and the answer is stored', async () => {
    const partner = await api.partner({ model: large });
    const calls = api.provider.received;
    const body = chatBody({ options: { on_disconnect: 'continue' } });
    const reader = openSlowReader(api.portOf(), partner.key, body);
    await api.provider.waitForCall(calls + 1);
    const id = await onlyTurn(partner);
    assert.equal((await partner.finalJob(id)).status, 'completed');
    assert.equal((await partner.output(id)).answer?.length, largeBytes);
    assert.ok((await reader.readInSteps(Number.POSITIVE_INFINITY, 0)) < largeBytes);
  });

  test('that takes its time is not cut as long as it reads', async () => {
    const partner = await api.partner({ model: large });
    const reader = openSlowReader(api.portOf(), partner.key, chatBody());
    assert.ok((await reader.readInSteps(1024 * 1024, stallMs / 5)) > largeBytes);
  });
});
