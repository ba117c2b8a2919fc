import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { mockPiece, mockText } from '#test/mock/mock-provider.ts';
import { complete, refusedWith } from '#test/openai/completion.ts';
import { type Answered, problemOf, readAnswer } from '#test/reading/answered.ts';
import { parseEvents, textOf } from '#test/reading/events.ts';
import { until } from '#test/reading/until.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { chatBody } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';

const keyed = (key: string, process = 0) => ({ process, headers: { 'idempotency-key': key } });

const context = { external_user_id: 'user-1' };

describe('An Idempotency-Key on a stream', () => {
  let api: Api;
  before(async () => {
    api = await shareApi(2);
  });

  test('joins parallel duplicates into one run, one call and one charge, from two processes', async () => {
    const partner = await api.partner({ model: 'openai/mock:deltas=10,pace=30' });
    const calls = api.provider.received;
    const sends = Array.from({ length: 12 }, (_, index) => partner.send({}, keyed('same', index % 2)));
    const answers = await Promise.all(sends);
    for (const answer of answers) {
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.text, mockText(10));
      assert.ok(answer.complete);
    }
    assert.equal(new Set(answers.map(({ headers }) => headers.get('x-job-id'))).size, 1);
    assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 11);
    assert.equal(api.provider.received - calls, 1);
    assert.equal((await partner.usage()).requests.used, 1);
  });

  test('gives the whole answer again after its end, in the format that is asked for', async () => {
    const partner = await api.partner({ daily_limit: 1 });
    const first = await partner.send({}, keyed('k'));
    const again = await partner.send({}, keyed('k', 1));
    assert.equal(again.text, first.text);
    for (const name of ['x-job-id', 'x-conversation-id', 'x-message-id']) {
      assert.equal(again.headers.get(name), first.headers.get(name));
    }
    assert.match(again.headers.get('ratelimit') ?? '', /r=0/);
    const events = await partner.send(
      {},
      { headers: { 'idempotency-key': 'k', accept: 'text/event-stream' } },
    );
    const [meta] = parseEvents(events.text);
    assert.equal(meta?.event, 'meta');
    assert.deepEqual(meta.data['usage'], await partner.usage());
    assert.equal(textOf(parseEvents(events.text)), mockText(5));
    assert.equal((await partner.usage()).requests.used, 1);
  });

  test('is compared with the parsed body, not with its bytes', async () => {
    const partner = await api.partner();
    const { headers } = await partner.send({}, keyed('k'));
    const reordered = `{"context": {"external_user_id":"user-1"},\n "prompt":"A qu\\u0065stion"}`;
    const again = await partner.post('/stream', reordered, keyed('k'));
    assert.equal(again.headers.get('x-job-id'), headers.get('x-job-id'));
  });

  test('is compared without the members that are null', async () => {
    const partner = await api.partner();
    const { headers } = await partner.send({ options: { priority: 'priority' } }, keyed('k'));
    const nulls = { agent_slug: null, conversation_uuid: null };
    const options = { priority: 'priority', if_busy: null, detailed_response: null };
    const again = await partner.send({ ...nulls, options }, keyed('k'));
    assert.equal(again.status, 200, again.text);
    assert.equal(again.headers.get('x-job-id'), headers.get('x-job-id'));
  });

  test('is refused with another body, and leaves nothing behind', async () => {
    const partner = await api.partner();
    await partner.send({}, keyed('k'));
    const before = await partner.traces();
    problemOf(await partner.send({ prompt: 'Another' }, keyed('k')), 'idempotency_mismatch');
    problemOf(await partner.send({ options: { priority: 'standard' } }, keyed('k')), 'idempotency_mismatch');
    assert.deepEqual(await partner.traces(), before);
  });

  test('belongs to one user of one client on one route', async () => {
    const partner = await api.partner();
    const other = await api.partner();
    const jobs = [
      (await partner.send({}, keyed('k'))).headers.get('x-job-id'),
      (await partner.send({ context: { external_user_id: 'user-2' } }, keyed('k'))).headers.get('x-job-id'),
      (await other.send({}, keyed('k'))).headers.get('x-job-id'),
      JSON.parse((await partner.post('/jobs', chatBody(), keyed('k'))).text).job_uuid,
    ];
    // A refusal for another body would reveal that the key exists.
    assert.equal(new Set(jobs.filter((id) => typeof id === 'string')).size, 4, JSON.stringify(jobs));
  });

  test('replays while its conversation is busy with that same run', async () => {
    const partner = await api.partner();
    const { headers } = await partner.send();
    const body = { conversation_uuid: headers.get('x-conversation-id'), prompt: 'More' };
    api.provider.enqueue({ deltas: 5, paceMs: 60 });
    const first = await partner.open(body, keyed('k'));
    const again = await partner.send(body, keyed('k'));
    assert.equal(again.text, mockText(5));
    assert.equal((await readAnswer(first)).text, mockText(5));
  });

  test('covers the conversation that a header of a completion names, and no parameter without effect', async () => {
    const partner = await api.partner();
    const conversationOf = async () => (await complete(partner)).headers.get('x-conversation-id') ?? '';
    const [one, two] = [await conversationOf(), await conversationOf()];
    const into = (conversation: string, seed: number) => {
      const headers = { 'idempotency-key': 'key-of-header', 'x-conversation-id': conversation };
      return complete(partner, { seed }, { headers });
    };
    const first = await into(one, 1);
    assert.equal((await into(one, 2)).text, first.text);
    assert.deepEqual(refusedWith(await into(two, 1)), [400, 'idempotency_mismatch', null]);
  });

  test('does not give an empty answer for one whose conversation was deleted', async () => {
    const partner = await api.partner();
    const { headers } = await partner.send({}, keyed('k'));
    const completion = await complete(partner, {}, keyed('k'));
    for (const answer of [headers, completion.headers]) {
      const conversation = answer.get('x-conversation-id');
      await partner.request('DELETE', `/conversations/${conversation}?external_user_id=user-1`);
    }
    problemOf(await partner.send({}, keyed('k')), 'conversation_not_found');
    const again = await complete(partner, {}, keyed('k'));
    assert.deepEqual(refusedWith(again), [404, 'conversation_not_found', null]);
  });

  test('gives a job as it stands now, until its conversation is deleted', async () => {
    const partner = await api.partner();
    const ask = async (key: string) => partner.post('/jobs', { prompt: 'x', context }, keyed(key));
    const first = JSON.parse((await ask('k')).text);
    await partner.finalJob(first.job_uuid);
    const again = await ask('k');
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const { status, queue_position, job_uuid } = JSON.parse(again.text);
    assert.deepEqual([again.status, status, queue_position], [202, 'completed', null]);
    assert.equal(job_uuid, first.job_uuid);
    api.provider.enqueue({ status: 400 });
    const failed = JSON.parse((await ask('failed')).text);
    await partner.finalJob(failed.job_uuid);
    for (const { conversation_uuid } of [first, failed]) {
      await partner.request('DELETE', `/conversations/${conversation_uuid}?external_user_id=user-1`);
    }
    problemOf(await ask('k'), 'conversation_not_found');
  });

  test('is not kept by a refusal', async () => {
    const partner = await api.partner({ daily_limit: 0 });
    problemOf(await partner.send({}, keyed('k')), 'quota_exceeded');
    await partner.change({ daily_limit: 5 });
    assert.equal((await partner.send({ prompt: 'Another' }, keyed('k'))).status, 200);
  });

  test('is free again after a refunded failure, and only then', async () => {
    const partner = await api.partner();
    api.provider.enqueue({ status: 400 });
    problemOf(await partner.send({}, keyed('k')), 'provider_refused');
    assert.equal((await partner.send({ prompt: 'Another' }, keyed('k'))).text, mockText(5));
    api.provider.enqueue({ errorAfter: 1 });
    const cut = await partner.send({}, keyed('part'));
    assert.equal(cut.complete, false);
    const again = await partner.send({}, keyed('part'));
    assert.deepEqual({ text: again.text, complete: again.complete }, { text: mockPiece(0), complete: false });
    assert.equal(again.headers.get('x-job-id'), cut.headers.get('x-job-id'));
  });

  test('answers a request that joins with the same status when the turn fails before the first text', async () => {
    const partner = await api.partner();
    const { promise: headOn, resolve: fail } = Promise.withResolvers<void>();
    api.provider.enqueue({ status: 400, headOn });
    const calls = api.provider.received;
    const first = partner.send({}, keyed('k'));
    await api.provider.waitForCall(calls + 1);
    const operator = await api.partner({ scopes: ['admin:operate'] });
    const before = await replays(operator);
    const sends = Promise.all([partner.send({}, keyed('k')), partner.send({}, keyed('k', 1))]);
    // A request that came after the failure would begin a turn of its own.
    await until(async () =>
      (await replays(operator)).every((count, process) => count > (before[process] ?? 0)),
    );
    fail();
    const joined = await sends;
    const ids = (answer: Answered) => ['x-job-id', 'x-conversation-id'].map((id) => answer.headers.get(id));
    const told = await first;
    problemOf(told, 'provider_refused');
    for (const answer of joined) {
      problemOf(answer, 'provider_refused');
      assert.deepEqual(ids(answer), ids(told));
    }
    assert.equal(api.provider.received, calls + 1);
  });

  /** The requests that have joined a run or were given its answer, in each process. */
  async function replays(operator: Partner): Promise<number[]> {
    const counts = [0, 1].map(async (process) => {
      const { text } = await operator.get('/admin/metrics', { process });
      const lines = [...text.matchAll(/^parley_admissions_total\{.*result="replay".*\} (\d+)$/gm)];
      return lines.reduce((sum, [, count]) => sum + Number(count), 0);
    });
    return Promise.all(counts);
  }

  test('ends after 24 hours', async () => {
    const partner = await api.partner();
    const { headers } = await partner.send({}, keyed('k'));
    await api.database.query(
      `update idempotency_keys set created_at = created_at - interval '24 hours' where client_id = $1`,
      [partner.client.id],
    );
    const later = await partner.send({ prompt: 'Another' }, keyed('k'));
    assert.equal(later.status, 200);
    assert.notEqual(later.headers.get('x-job-id'), headers.get('x-job-id'));
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A key is compared with the conversation of a header',
    file: 'src/core/openai/checked-request.ts',
    replace: 'compared: { ...honoured, conversation },',
    by: 'compared: honoured,',
  },
  {
    rule: 'A repetition does not join an answer that was deleted',
    file: 'src/core/jobs/read-job.ts',
    replace: 'if (!(await turns.hasConversation(owner, record.conversationId))) throw',
    by: 'if (!isUuid(record.conversationId)) throw',
  },
  {
    rule: 'A repeated job says how it stands now',
    file: 'src/http/handlers/jobs.ts',
    replace: 'status: job.state,',
    by: "status: 'queued',",
  },
  {
    rule: 'A key ends after 24 hours',
    file: 'src/adapters/postgres/admissions/fact-statements.ts',
    replace: "k.created_at <= now() - interval '24 hours' as is_expired",
    by: "k.created_at <= now() - interval '48 hours' as is_expired",
  },
  {
    rule: 'A refund frees the idempotency key of its turn',
    file: 'database/functions/8-endings.sql',
    replace: '      and k.key = t.idempotency_key and k.turn_id = t.id;',
    by: '      and k.key = t.idempotency_key and k.turn_id <> t.id;',
  },
  {
    rule: 'Nulls are removed before a replay is compared, on every route',
    file: 'src/http/routing/shape.ts',
    replace: 'return withoutNulls(sent, body);',
    by: 'return sent;',
  },
];
