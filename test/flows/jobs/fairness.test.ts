import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { JobAccepted } from '#contract/jobs.ts';
import type { Break } from '#test/break.ts';
import type { JobCaller } from '#test/world/job-caller.ts';
import { type JobWorld, openJobWorld } from '#test/world/job-world.ts';

const priority = { options: { priority: 'priority' } };

describe('workers', () => {
  let world: JobWorld;
  before(async () => {
    world = await openJobWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  it('keep a slot for standard while priority jobs without end take the others', async () => {
    await using service = await world.start({ slots: 5 });
    const endless = await world.caller(service, { model: 'stall=1' });
    const urgent = await enqueue(endless, 8, priority);
    await Promise.all(urgent.slice(0, 4).map(({ job_uuid }) => endless.untilRunning(job_uuid)));
    const patient = await world.caller(service);
    const standard = await patient.enqueue();
    assert.equal((await patient.untilFinal(standard.job_uuid)).status, 'completed');
    // They never hold more than the remaining slots.
    const states = await Promise.all(urgent.map(({ job_uuid }) => endless.job(job_uuid)));
    assert.equal(states.filter(({ status }) => status === 'running').length, 4);
    for (const { job_uuid } of urgent.reverse()) await endless.cancel(job_uuid);
  });

  it('with one slot serve standard after four priority jobs at the most, and clients in turn', async () => {
    await using service = await world.start({ slots: 1 });
    const endless = await world.caller(service, { model: 'stall=1' });
    const running = await endless.enqueue();
    await endless.untilRunning(running.job_uuid);
    const crowd = await world.caller(service);
    const urgent = await enqueue(crowd, 12, priority);
    const many = await enqueue(crowd, 6);
    const single = await world.caller(service);
    const job = await single.enqueue();
    await endless.cancel(running.job_uuid);
    const jobs = await Promise.all([
      ...[...urgent, ...many].map(({ job_uuid }) => crowd.untilFinal(job_uuid)),
      single.untilFinal(job.job_uuid),
    ]);
    const order = jobs
      .sort((a, b) => (a.started_at ?? '').localeCompare(b.started_at ?? ''))
      .map(({ job_uuid, priority: isUrgent }) => (job_uuid === job.job_uuid ? 'single' : isUrgent));
    assert.ok(order.indexOf(false) <= 4, `the first standard job was ${order.indexOf(false)} jobs late`);
    // The crowd's six jobs were there before, and no more than two of them go first.
    const standard = order.filter((what) => what !== true);
    assert.ok(standard.indexOf('single') <= 2, `${standard}`);
  });
});

async function enqueue(caller: JobCaller, count: number, options: object = {}): Promise<JobAccepted[]> {
  const accepted: JobAccepted[] = [];
  for (let nth = 0; nth < count; nth += 1) accepted.push(await caller.enqueue(options));
  return accepted;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A job takes a slot',
    file: 'src/worker/job-worker.ts',
    replace: 'this.#slots.take(lane);',
    by: '',
  },
  {
    rule: 'A slot is free again when its job has ended',
    file: 'src/worker/job-worker.ts',
    replace: 'this.#slots.release(lane);',
    by: '',
  },
  {
    rule: 'A worker claims no more jobs than it has free slots',
    file: 'src/worker/job-worker.ts',
    replace: 'this.#options.process.id, free);',
    by: 'this.#options.process.id, free + 1);',
  },
];
