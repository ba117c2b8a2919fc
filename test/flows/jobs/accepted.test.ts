import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { JobAccepted } from '#contract/jobs.ts';
import type { Conversation } from '#contract/resources.ts';
import type { Break } from '#test/break.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { until } from '#test/reading/until.ts';
import { bodyOf } from '#test/world/job-caller.ts';
import { type JobWorld, openJobWorld } from '#test/world/job-world.ts';
import type { TestService } from '#test/world/process.ts';

describe('POST /jobs', () => {
  let world: JobWorld;
  let service: TestService;

  before(async () => {
    world = await openJobWorld();
    service = await world.start({ slots: 1 });
  });
  after(() => world[Symbol.asyncDispose]());

  it('answers 202 with the job, its place, its usage and where to read it', async () => {
    const caller = await world.caller(service, { daily_limit: 10 });
    const response = await caller.send('/jobs');
    assert.equal(response.status, 202);
    const accepted = await bodyOf<JobAccepted>(response);
    assert.equal(response.headers.get('location'), `/v1/jobs/${accepted.job_uuid}`);
    assert.equal(response.headers.get('retry-after'), '1');
    assert.ok(response.headers.has('ratelimit') && response.headers.has('x-request-id'));
    assert.deepEqual(Object.keys(accepted).sort(), [
      'conversation_uuid',
      'created_at',
      'eta_seconds',
      'job_uuid',
      'ok',
      'queue_name',
      'queue_position',
      'status',
      'usage',
    ]);
    const { ok, status, queue_name, queue_position } = accepted;
    assert.deepEqual([ok, status, queue_name, queue_position], [true, 'queued', 'standard', 1]);
    assert.equal(accepted.usage.requests.used, 1);

    const job = await caller.untilFinal(accepted.job_uuid);
    assert.equal(job.status, 'completed');
    assert.deepEqual(
      [job.conversation_uuid, job.created_at],
      [accepted.conversation_uuid, accepted.created_at],
    );
    assert.equal((await caller.output(accepted.job_uuid)).answer, mockText(5));
  });

  it('numbers what waits 1, 2, 3 in each queue, 0 what runs, and nothing what is final', async () => {
    const caller = await world.caller(service, { model: 'stall=1' });
    const first = await caller.enqueue();
    const running = await caller.untilRunning(first.job_uuid);
    assert.equal(running.queue_position, 0);
    const second = await caller.enqueue();
    const third = await caller.enqueue();
    const urgent = await caller.enqueue({ options: { priority: 'priority' } });
    assert.deepEqual([second.queue_position, third.queue_position], [1, 2]);
    assert.deepEqual([urgent.queue_name, urgent.queue_position], ['priority', 1]);
    assert.equal((await caller.job(third.job_uuid)).queue_position, 2);
    await caller.cancel(second.job_uuid);
    assert.equal((await caller.job(third.job_uuid)).queue_position, 1);
    assert.equal((await caller.job(second.job_uuid)).queue_position, null);
    for (const { job_uuid } of [urgent, third, first]) await caller.cancel(job_uuid);
  });

  it('estimates the wait from how long jobs took', async () => {
    const caller = await world.caller(service, { model: 'deltas=3,pace=200' });
    const measured = await caller.enqueue();
    await caller.untilFinal(measured.job_uuid);
    world.mock.enqueue({ stallAfter: 1 });
    const running = await caller.enqueue();
    await caller.untilRunning(running.job_uuid);
    await untilMeasured(world);
    const waiting = [];
    for (let i = 0; i < 4; i++) waiting.push(await caller.enqueue());
    const [measure] = await world.database.query<{ service_ms: number }>('select service_ms from processes');
    const estimates = [1, 2, 3, 4].map((place) => Math.ceil((place * (measure?.service_ms ?? 0)) / 1_000));
    assert.ok((estimates[0] ?? 0) > 0);
    assert.deepEqual(
      waiting.map((job) => job.eta_seconds),
      estimates,
    );
    // The first in line shows a busy slot whatever a job takes: with a free one, it would not wait at all.
    const polled = await Promise.all(waiting.map(({ job_uuid }) => caller.job(job_uuid)));
    assert.deepEqual(
      polled.map((job) => job.eta_seconds),
      estimates,
    );
    for (const { job_uuid } of [...waiting.reverse(), running]) await caller.cancel(job_uuid);
  });

  it('takes the same key once, however many requests come at a time', async () => {
    const caller = await world.caller(service);
    const key = { 'idempotency-key': 'the same' };
    const responses = await Promise.all(Array.from({ length: 12 }, () => caller.send('/jobs', {}, key)));
    const jobs = await Promise.all(responses.map((response) => bodyOf<JobAccepted>(response)));
    assert.deepEqual(new Set(responses.map((response) => response.status)), new Set([202]));
    assert.equal(new Set(jobs.map((job) => job.job_uuid)).size, 1);
    const replayed = responses.filter((response) => response.headers.get('idempotent-replayed') === 'true');
    assert.equal(replayed.length, 11);
    assert.equal(await caller.used(), 1);
    const other = await caller.send('/jobs', { prompt: 'Another question' }, key);
    assert.equal(other.status, 422);
    assert.equal((await bodyOf(other))['code'], 'idempotency_mismatch');
    await caller.untilFinal(jobs[0]?.job_uuid ?? '');
  });

  it('answers the last message of a conversation again as a Deep Dive', async () => {
    const caller = await world.caller(service, { deep_dive_enabled: true });
    const first = await caller.enqueue();
    await caller.untilFinal(first.job_uuid);
    const retry = await caller.enqueue({
      conversation_uuid: first.conversation_uuid,
      prompt: undefined,
      options: { think_harder_retry: true },
    });
    const job = await caller.untilFinal(retry.job_uuid);
    assert.deepEqual([job.status, job.deep_dive, job.charged.deep_dive], ['completed', true, 1]);
    const path = `/conversations/${first.conversation_uuid}?external_user_id=${caller.user}`;
    const { messages } = await bodyOf<Conversation>(await caller.fetch(path));
    assert.deepEqual(
      messages.map((message) => message.role),
      ['user', 'assistant', 'assistant'],
    );
    assert.equal(messages[2]?.reply_to, messages[0]?.message_uuid);
  });
});

describe('POST /jobs of a busy conversation', () => {
  let world: JobWorld;
  let service: TestService;

  before(async () => {
    world = await openJobWorld();
    service = await world.start({ slots: 4 });
  });
  after(() => world[Symbol.asyncDispose]());

  it('waits for its turn in the conversation, first come first served', async () => {
    const caller = await world.caller(service, { model: 'deltas=2,pace=30' });
    const first = await caller.enqueue();
    const ids = [first.job_uuid];
    for (let i = 0; i < 4; i++) {
      const options = { conversation_uuid: first.conversation_uuid, prompt: `Question ${i}` };
      ids.push((await caller.enqueue(options)).job_uuid);
    }
    const jobs = await Promise.all(ids.map((id) => caller.untilFinal(id)));
    for (const [index, job] of jobs.entries()) {
      assert.equal(job.status, 'completed');
      const before = jobs[index - 1];
      if (before !== undefined) assert.ok((job.started_at ?? '') >= (before.finished_at ?? '~'));
    }
    const lastPrompt = world.mock.calls.at(-1)?.messages.filter((message) => message.role === 'user');
    assert.deepEqual(
      lastPrompt?.map((message) => message.content),
      ['A question', 'Question 0', 'Question 1', 'Question 2', 'Question 3'],
    );
  });

  it('counts a job that waits for its conversation as if it entered now', async () => {
    const caller = await world.caller(service, { model: 'stall=1' });
    const first = await caller.enqueue();
    await caller.untilRunning(first.job_uuid);
    const conversation = { conversation_uuid: first.conversation_uuid };
    const second = await caller.enqueue(conversation);
    const third = await caller.enqueue(conversation);
    assert.deepEqual([second.queue_position, third.queue_position], [1, 2]);
    assert.equal((await caller.job(third.job_uuid)).queue_position, 2);
    for (const { job_uuid } of [third, second, first]) await caller.cancel(job_uuid);
  });

  it('is refused with the running job when it asks for that', async () => {
    const caller = await world.caller(service, { model: 'stall=1' });
    const first = await caller.enqueue();
    await caller.untilRunning(first.job_uuid);
    const refused = await caller.send('/jobs', {
      conversation_uuid: first.conversation_uuid,
      options: { if_busy: 'reject' },
    });
    assert.equal(refused.status, 409);
    const problem = await bodyOf(refused);
    assert.deepEqual([problem['code'], problem['job_uuid']], ['conversation_busy', first.job_uuid]);
    assert.equal(await caller.used(), 1);
    await caller.cancel(first.job_uuid);
  });

  it('interrupts the running turn when it asks for that', async () => {
    const caller = await world.caller(service, { model: 'stall=1' });
    const first = await caller.enqueue();
    await caller.untilRunning(first.job_uuid);
    const second = await caller.enqueue({
      conversation_uuid: first.conversation_uuid,
      options: { if_busy: 'interrupt' },
    });
    const interrupted = await caller.untilFinal(first.job_uuid);
    assert.deepEqual([interrupted.status, interrupted.error?.code], ['cancelled', 'cancelled']);
    await caller.untilRunning(second.job_uuid);
    await caller.cancel(second.job_uuid);
  });
});

describe('a full queue', () => {
  it('refuses with 503 and Retry-After, without usage, and takes jobs again when there is room', async () => {
    await using world = await openJobWorld();
    const service = await world.start({ slots: 1, limits: { queue_capacity: 2 } });
    const caller = await world.caller(service, { model: 'stall=1' });
    const running = await caller.enqueue();
    await caller.untilRunning(running.job_uuid);
    await caller.enqueue();
    const last = await caller.enqueue();
    const refused = await caller.send('/jobs');
    assert.equal(refused.status, 503);
    assert.equal((await bodyOf(refused))['code'], 'queue_full');
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
    assert.equal(await caller.used(), 3);
    await caller.cancel(last.job_uuid);
    await caller.enqueue();
  });
});

/** One heartbeat may be under way, the next carries what was measured before, and a third says that it came back. */
async function untilMeasured({ database }: JobWorld): Promise<void> {
  const read = async () => {
    const [row] = await database.query<{ beat: string }>('select lease_until::text as beat from processes');
    return row?.beat;
  };
  for (let beats = 0; beats < 3; beats++) {
    const before = await read();
    await until(async () => (await read()) !== before);
  }
}

export const breaks: readonly Break[] = [
  {
    rule: 'A job whose conversation is free again gets its place in the queue',
    file: 'src/core/turn/decide-ending.ts',
    replace: 'return first === undefined || first.lane === null || first.isClaimable ? null : first;',
    by: 'return null;',
  },
  {
    rule: 'Jobs of one conversation run first come, first served',
    file: 'database/functions/8-endings.sql',
    replace: 'select p_answer_seq - (p_overtakes::bigint << 32)',
    by: 'select (p_overtakes::bigint << 32) - p_answer_seq',
  },
  {
    rule: 'The eta of a job counts the slots that are busy, here and elsewhere',
    file: 'src/adapters/postgres/turns/turn-record.ts',
    replace: "where r.state = 'running' and r.door = 'job'",
    by: "where r.state = 'running' and r.door = 'none'",
  },
  {
    rule: 'The 202 places a waiting job behind those that wait for the same conversation',
    file: 'src/adapters/postgres/admissions/store-statements.ts',
    replace: "${placeOfWaiting('s')}",
    by: 'waiting_position(s.lane, s.client_id)',
  },
  {
    rule: 'The eta of the 202 counts the slots that are busy',
    file: 'src/app/start-turns.ts',
    replace: 'busy: work.busyElsewhere + (worker?.busySlots ?? 0)',
    by: 'busy: work.busyElsewhere',
  },
];
