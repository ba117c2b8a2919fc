import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { mockPiece, mockText } from '#test/mock/mock-provider.ts';
import { problemOf, readAnswer } from '#test/reading/answered.ts';
import { parseEvents } from '#test/reading/events.ts';
import { until } from '#test/reading/until.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';

const interrupt = { options: { if_busy: 'interrupt' } };

describe('A conversation that is answering', () => {
  let api: Api;
  before(async () => {
    api = await shareApi(2);
  });

  /** A first answer that stops after one piece, and waits. */
  async function stalled(partner: Partner) {
    api.provider.enqueue({ stallAfter: 1 });
    const running = await partner.open({ prompt: 'First' });
    const job = running.headers.get('x-job-id');
    return { running, job, conversation_uuid: running.headers.get('x-conversation-id') };
  }

  for (const process of [0, 1]) {
    const where = process === 0 ? 'from the same process' : 'from another process';

    test(`refuses a second prompt ${where}, and names the job that runs`, async () => {
      const partner = await api.partner();
      const { running, job, conversation_uuid } = await stalled(partner);
      const before = await partner.traces();
      const answer = await partner.send({ conversation_uuid }, { process });
      assert.equal(problemOf(answer, 'conversation_busy')['job_uuid'], job);
      assert.deepEqual(await partner.traces(), before);
      await running.body?.cancel();
    });

    test(`is interrupted ${where}: the old answer is cut and kept in part, the new one comes whole`, async () => {
      const partner = await api.partner();
      const { running, job, conversation_uuid } = await stalled(partner);
      const old = readAnswer(running);
      const answer = await partner.send({ prompt: 'Second', conversation_uuid, ...interrupt }, { process });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.text, mockText(5));
      assert.deepEqual(await old.then(({ text, complete }) => ({ text, complete })), {
        text: mockPiece(0),
        complete: false,
      });
      const ended = await partner.finalJob(job);
      assert.equal(ended.status, 'cancelled');
      assert.equal(ended.charged.refunded, false);
      const { text, answer: whole } = await partner.output(job);
      assert.deepEqual({ text, whole }, { text: mockPiece(0), whole: null });
      assert.deepEqual(api.provider.calls.at(-1)?.messages.slice(1), [
        { role: 'user', content: 'First' },
        { role: 'assistant', content: mockPiece(0) },
        { role: 'user', content: 'Second' },
      ]);
    });
  }

  test('is left alone by an interrupt that is out of quota', async () => {
    const partner = await api.partner({ daily_limit: 1 });
    const { running, job, conversation_uuid } = await stalled(partner);
    problemOf(await partner.send({ conversation_uuid, ...interrupt }), 'quota_exceeded');
    const { text } = await partner.get(`/jobs/${job}?external_user_id=user-1`);
    assert.equal(JSON.parse(text).status, 'running');
    const cancel = await partner.post(`/jobs/${job}/cancel`, { external_user_id: 'user-1' });
    assert.equal(JSON.parse(cancel.text).status, 'cancelled');
    await readAnswer(running);
  });

  test('is interrupted by the last of many, and every earlier one ends without a clean end', async () => {
    const partner = await api.partner();
    const { promise: restOn, resolve: goOn } = Promise.withResolvers<void>();
    // An answer that is interrupted early is never asked for.
    api.provider.enqueue(...Array.from({ length: 7 }, () => ({ deltas: 3, restOn })));
    const first = await partner.open();
    const conversation_uuid = first.headers.get('x-conversation-id');
    const rest = Array.from({ length: 6 }, (_, index) =>
      partner.send({ prompt: `${index}`, conversation_uuid, ...interrupt }, { process: index % 2 }),
    );
    let ended = 0;
    for (const answer of rest) void answer.then(() => ended++);
    await until(() => ended === rest.length - 1);
    goOn();
    const answers = [await readAnswer(first), ...(await Promise.all(rest))];
    api.provider.forgetEnqueued();
    assert.equal(answers.filter(({ status, complete }) => status === 200 && complete).length, 1);
    for (const { headers } of answers) {
      const job = await partner.finalJob(headers.get('x-job-id') ?? null);
      assert.match(job.status, /^(completed|cancelled)$/);
    }
    const { requests } = await partner.usage();
    const [ledger] = await api.database.query<{ charged: number }>(
      `select sum(case kind when 'charge' then requests else -requests end)::int as charged from ledger
       where client_id = $1`,
      [partner.client.id],
    );
    assert.equal(requests.used, ledger?.charged);
  });

  test('names the job at admission to a reader of events that interrupts', async () => {
    const partner = await api.partner();
    const { running, conversation_uuid } = await stalled(partner);
    const answer = await partner.send(
      { conversation_uuid, ...interrupt },
      { headers: { accept: 'text/event-stream' } },
    );
    const events = parseEvents(answer.text);
    assert.equal(events[0]?.event, 'meta');
    assert.equal(events.at(-1)?.event, 'done');
    await readAnswer(running);
  });

  test('answers again at once when its turn was cancelled by the job route', async () => {
    const partner = await api.partner();
    const { running, job, conversation_uuid } = await stalled(partner);
    await partner.post(`/jobs/${job}/cancel`, { external_user_id: 'user-1' }, { process: 1 });
    assert.equal((await partner.send({ conversation_uuid })).status, 200);
    await readAnswer(running);
  });

  test('that is cancelled before its first text ends its stream without a clean end, and keeps the charge', async () => {
    const partner = await api.partner();
    api.provider.enqueue({ silent: true });
    const calls = api.provider.received;
    const answer = partner.send();
    await api.provider.waitForCall(calls + 1);
    const [turn] = await api.database.query<{ id: string }>('select id from turns where client_id = $1', [
      partner.client.id,
    ]);
    await partner.post(`/jobs/${turn?.id}/cancel`, { external_user_id: 'user-1' }, { process: 1 });
    const { status, text, complete, headers } = await answer;
    assert.deepEqual({ status, text, complete }, { status: 200, text: '', complete: false });
    assert.equal(headers.get('x-job-id'), turn?.id);
    assert.equal((await partner.usage()).requests.used, 1);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A stop is kept once the provider was called',
    file: 'src/core/turn/is-refunded.ts',
    replace: 'return !providerWasCalled;',
    by: 'return true;',
  },
  {
    rule: 'An interrupt stops what runs',
    file: 'database/functions/8-endings.sql',
    replace: `and state = 'running' and cancel_reason is null;
  select`,
    by: `and state = 'accepted' and cancel_reason is null;
  select`,
  },
];
