import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Conversation } from '#contract/resources.ts';
import type { Break } from '#test/break.ts';
import { atBest } from '#test/database/at-best.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { bodyOf } from '#test/world/job-caller.ts';
import { type JobWorld, openJobWorld } from '#test/world/job-world.ts';
import type { TestService } from '#test/world/process.ts';

let world: JobWorld;
let service: TestService;
let other: TestService;

before(async () => {
  world = await openJobWorld();
  [service, other] = await Promise.all([world.start(), world.start({ roles: 'api' })]);
});
after(() => world[Symbol.asyncDispose]());

describe('POST /jobs/{uuid}/cancel', () => {
  it('ends a queued job at once and gives its usage back', async () => {
    const caller = await world.caller(service, { model: 'stall=1', concurrent_turns: 1 });
    const running = await caller.enqueue();
    await caller.untilRunning(running.job_uuid);
    const { job_uuid } = await caller.enqueue();
    assert.equal(await caller.used(), 2);
    const job = await caller.cancel(job_uuid);
    assert.deepEqual([job.status, job.charged.refunded, job.attempt], ['cancelled', true, 0]);
    assert.equal(await caller.used(), 1);
    await caller.cancel(running.job_uuid);
  });

  for (const where of ['the process that runs it', 'another process']) {
    it(`closes the provider's connection within a second at ${where}`, async () => {
      const took = await atBest(1_000, () => cancelAt(where === 'another process' ? other : service));
      assert.ok(took < 1_000, `after ${Math.round(took)} ms`);
    });
  }

  /** How long it takes until the provider's connection is closed. */
  async function cancelAt(process: TestService): Promise<number> {
    const caller = await world.caller(service, { model: 'stall=2' });
    const seen = world.mock.received;
    const { job_uuid } = await caller.enqueue();
    const call = await world.mock.waitForCall(seen + 1);
    const reader = caller.at(process);
    while ((await reader.output(job_uuid, undefined, 10)).text !== mockText(2));
    const askedAt = performance.now();
    const job = await reader.cancel(job_uuid);
    const closedAt = await world.mock.waitForAbort(call);
    assert.deepEqual([job.status, job.error?.code, job.charged.refunded], ['cancelled', 'cancelled', false]);
    const output = await reader.output(job_uuid);
    assert.deepEqual([output.text, output.answer, output.finish_reason], [mockText(2), null, 'cancelled']);
    assert.equal(await caller.used(), 1);
    return closedAt - askedAt;
  }

  it('reads as cancelled before the first text, too, and its answer as one without a word', async () => {
    const caller = await world.caller(service, { model: 'stall=0' });
    const seen = world.mock.received;
    const { job_uuid, conversation_uuid } = await caller.enqueue();
    await world.mock.waitForCall(seen + 1);
    await caller.cancel(job_uuid);
    const { status, error, charged } = await caller.untilFinal(job_uuid);
    assert.deepEqual([status, error?.code, charged.refunded], ['cancelled', 'cancelled', false]);
    const output = await caller.output(job_uuid);
    assert.deepEqual([output.text, output.answer, output.finish_reason], ['', null, 'cancelled']);
    const path = `/conversations/${conversation_uuid}?external_user_id=${caller.user}`;
    const { messages } = await bodyOf<Conversation>(await caller.fetch(path));
    assert.deepEqual([messages[1]?.status, messages[1]?.content], ['failed', '']);
  });

  it('is 404 to another user of the same client, and leaves a queued and a running job as they were', async () => {
    const caller = await world.caller(service, { model: 'stall=1', concurrent_turns: 1 });
    const running = await caller.enqueue();
    await caller.untilRunning(running.job_uuid);
    const queued = await caller.enqueue();
    for (const { job_uuid } of [queued, running]) {
      const before = await caller.job(job_uuid);
      for (const process of [service, other]) {
        const foreign = caller.as('user-2').at(process);
        const path = `/jobs/${job_uuid}/cancel?external_user_id=user-2`;
        const refused = await bodyOf(await foreign.fetch(path, { method: 'POST' }));
        const unknown = await bodyOf(
          await foreign.fetch(path.replace(job_uuid, randomUUID()), { method: 'POST' }),
        );
        assert.deepEqual({ ...refused, request_id: '' }, { ...unknown, request_id: '' });
        assert.equal(refused['status'], 404);
      }
      // A stop that was only requested would take effect with the next heartbeat.
      const stop = await world.database.query(
        'select 1 from turns where id = $1 and cancel_reason is not null',
        [job_uuid],
      );
      assert.deepEqual([await caller.job(job_uuid), stop.length], [before, 0]);
    }
    assert.equal(await caller.used(), 2);
    for (const { job_uuid } of [queued, running]) await caller.cancel(job_uuid);
  });

  it('leaves a final job as it is', async () => {
    const caller = await world.caller(service);
    const { job_uuid } = await caller.enqueue();
    const completed = await caller.untilFinal(job_uuid);
    assert.deepEqual(await caller.cancel(job_uuid), completed);
    assert.deepEqual(await caller.at(other).cancel(job_uuid), completed);
  });
});

describe('a job that waits too long', () => {
  it('expires and gives its usage back', async () => {
    const caller = await world.caller(service, { concurrent_turns: 1, model: 'stall=1' });
    const running = await caller.enqueue();
    await caller.untilRunning(running.job_uuid);
    const { job_uuid } = await caller.enqueue();
    // Every process expires by its own limit. What has to run runs before.
    await world.start({ roles: 'api', limits: { queue_ttl_ms: 1_000 } });
    const job = await caller.untilFinal(job_uuid);
    assert.deepEqual([job.status, job.error?.code, job.charged.refunded], ['expired', 'queue_expired', true]);
    assert.equal(await caller.used(), 1);
    await caller.cancel(running.job_uuid);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A turn that runs in this process is stopped by its owner only',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'return live.turn.clientId === owner.clientId && live.turn.userId === owner.userId;',
    by: 'return live.turn.clientId === owner.clientId;',
  },
  {
    rule: 'A job that is cancelled while it waits is refunded',
    file: 'src/core/turn/is-refunded.ts',
    replace: 'return !providerWasCalled;',
    by: 'return false;',
  },
  {
    rule: 'A job that waits too long is refunded',
    file: 'src/core/turn/is-refunded.ts',
    replace: 'return !hasText;',
    by: 'return false;',
  },
  {
    rule: 'Another user of the same client cancels nothing',
    file: 'src/adapters/postgres/turns/ending-facts.ts',
    replace: '($3::text is null or t.external_user_id = $3)',
    by: "($3::text is null or t.external_user_id || $3 <> '')",
  },
];
