import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Job } from '#contract/jobs.ts';
import { leaseMs } from '#core/turn/process/heartbeat.ts';
import type { Break } from '#test/break.ts';
import { FaultProxy } from '#test/faults/fault-proxy.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { allEventsOf } from '#test/reading/answer-events.ts';
import { until } from '#test/reading/until.ts';
import { bodyOf, type JobCaller } from '#test/world/job-caller.ts';
import { type JobWorld, openJobWorld } from '#test/world/job-world.ts';

const deltas = 25;

/** The first attempt stands still where a test wants it, and every other answers at once. */
function holdFirst(world: JobWorld): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  world.mock.enqueue({ deltas, before: (place) => (place === 5 ? promise : undefined) });
  return resolve;
}

describe('a job survives', { concurrency: 2 }, () => {
  it('the death of its process: another takes it', async (t) => {
    await using world = await openJobWorld();
    const [doomed, rescuer] = await Promise.all([world.start(), world.start({ roles: 'api' })]);
    const caller = (await world.caller(doomed, { model: `deltas=${deltas}` })).at(rescuer);
    holdFirst(world);
    const { job_uuid } = await caller.enqueue();
    await textOf(caller, job_uuid);
    const followed = allEventsOf(await caller.follow(job_uuid, undefined, 'text/event-stream'));
    doomed.kill('SIGKILL');
    const diedAt = performance.now();
    const heir = await world.start();
    await caller.until(job_uuid, (job) => job.attempt === 2);
    t.diagnostic(`it ran again after ${((performance.now() - diedAt) / 1_000).toFixed(1)} s`);
    const job = await caller.at(heir).untilFinal(job_uuid);
    assert.deepEqual([job.status, job.attempt], ['completed', 2]);
    const events = (await followed).map((event) => event.event);
    assert.ok(events.includes('reset') && events.at(-1) === 'done', events.join());
    assert.equal((await caller.output(job_uuid)).answer, mockText(deltas));
    assert.deepEqual(await attemptsOf(world, job_uuid), { attempt: 2, deaths: 1 });
  });

  it('a process that stops past its lease and comes back: what it writes then is refused', async (t) => {
    await using world = await openJobWorld();
    await using proxy = await FaultProxy.start(world.databaseUrl);
    const starting = [world.start({ databaseUrl: proxy.url }), world.start({ roles: 'api' })] as const;
    const [sleeper, rescuer] = await Promise.all(starting);
    const caller = (await world.caller(sleeper, { model: `deltas=${deltas}` })).at(rescuer);
    const goOn = holdFirst(world);
    const { job_uuid } = await caller.enqueue();
    await textOf(caller, job_uuid);
    const isHeartbeat = heartbeatOf(await processOf(world, job_uuid));
    sleeper.kill('SIGSTOP');
    // A process that is stopped ignores the signal to end.
    using _ = { [Symbol.dispose]: () => sleeper.kill('SIGCONT') };
    const stoppedAt = performance.now();
    await world.start();
    await caller.until(job_uuid, (job) => job.attempt === 2);
    t.diagnostic(`it ran again after ${((performance.now() - stoppedAt) / 1_000).toFixed(1)} s`);
    // The answer to its first heartbeat would keep it from writing.
    const lost = proxy.loseAnswerTo(isHeartbeat);
    goOn();
    sleeper.kill('SIGCONT');
    await lost;
    await sleeper.printed(/Writes of a lost attempt were refused/);
    const job = await caller.untilFinal(job_uuid);
    assert.deepEqual([job.status, job.attempt], ['completed', 2]);
    assert.equal((await caller.output(job_uuid)).answer, mockText(deltas));
    // It continues under a new lease.
    const again = await caller.at(sleeper).enqueue();
    assert.equal((await caller.untilFinal(again.job_uuid)).status, 'completed');
  });

  it('the shutdown of its process, at once and without a death', async () => {
    await using world = await openJobWorld();
    const [leaver, rescuer] = await Promise.all([world.start(), world.start({ roles: 'api' })]);
    const caller = (await world.caller(leaver, { model: `deltas=${deltas}` })).at(rescuer);
    holdFirst(world);
    const { job_uuid } = await caller.enqueue();
    await textOf(caller, job_uuid);
    leaver.kill('SIGTERM');
    assert.deepEqual(await leaver.exited, { code: 0, signal: null });
    await world.start();
    const job = await caller.untilFinal(job_uuid);
    assert.deepEqual([job.status, job.attempt], ['completed', 2]);
    assert.deepEqual(await attemptsOf(world, job_uuid), { attempt: 2, deaths: 0 });
  });

  it('the shutdown of a process that has time to end it; what waits is left to another process', async () => {
    await using world = await openJobWorld();
    const leaving = world.start({ slots: 2, limits: { drain_ms: 60_000 } });
    const [leaver, rescuer] = await Promise.all([leaving, world.start({ roles: 'api' })]);
    const caller = (await world.caller(leaver)).at(rescuer);
    const running: { readonly id: string; readonly goOn: () => void }[] = [];
    for (let nth = 0; nth < 2; nth++) {
      const goOn = holdFirst(world);
      const { job_uuid: id } = await caller.enqueue();
      await textOf(caller, id);
      running.push({ id, goOn });
    }
    const next = await caller.enqueue();
    leaver.kill('SIGTERM');
    const health = () => caller.at(leaver).fetch('/health');
    await until(() =>
      health().then(
        ({ ok }) => !ok,
        () => 'It takes no connection any more',
      ),
    );
    // The first slot is free while the process still waits for the second.
    for (const { id, goOn } of running) {
      goOn();
      const ended = await caller.untilFinal(id);
      assert.deepEqual([ended.status, ended.attempt], ['completed', 1]);
    }
    assert.deepEqual(await leaver.exited, { code: 0, signal: null });
    const waiting = await caller.job(next.job_uuid);
    assert.deepEqual([waiting.status, waiting.attempt], ['queued', 0]);
    await world.start();
    const taken = await caller.untilFinal(next.job_uuid);
    assert.deepEqual([taken.status, taken.attempt], ['completed', 1]);
  });

  it('a claim whose answer was lost with the connection', async () => {
    await using world = await openJobWorld();
    await using proxy = await FaultProxy.start(world.databaseUrl);
    const service = await world.start({ databaseUrl: proxy.url });
    const caller = await world.caller(service);
    const ran = await caller.enqueue();
    await caller.untilFinal(ran.job_uuid);
    const lost = proxy.loseAnswerTo(isClaim);
    const { job_uuid } = await caller.enqueue();
    await lost;
    const job = await caller.untilFinal(job_uuid);
    assert.equal(job.status, 'completed');
  });

  it('the loss of every connection to the database, and of every session in it', async () => {
    await using world = await openJobWorld();
    await using proxy = await FaultProxy.start(world.databaseUrl);
    const service = await world.start({ databaseUrl: proxy.url });
    const caller = await world.caller(service, { model: `deltas=${deltas}` });
    const goOn = holdFirst(world);
    const { job_uuid } = await caller.enqueue();
    await textOf(caller, job_uuid);
    const followed = allEventsOf(await caller.follow(job_uuid, undefined, 'text/event-stream'));
    proxy.cutAll();
    await world.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    goOn();
    const job = await untilFinalThrough(caller, job_uuid);
    assert.deepEqual([job.status, job.attempt], ['completed', 1]);
    assert.equal((await followed).at(-1)?.event, 'done');
  });
});

describe('an admission whose answer was lost with the connection', () => {
  it('is refused as unavailable, is refunded when it was a stream, and charges a job once', async () => {
    await using world = await openJobWorld();
    await using proxy = await FaultProxy.start(world.databaseUrl);
    const service = await world.start({ databaseUrl: proxy.url });
    const caller = await world.caller(service);
    await (await caller.send('/stream')).text();
    assert.equal(await caller.used(), 1);

    const loseStream = proxy.loseAnswerTo((request) => request.includes('a lost stream'));
    const refused = await caller.send('/stream', { prompt: 'a lost stream' });
    await loseStream;
    assert.equal(refused.status, 503);
    await untilUsed(caller, 1);

    const key = { 'idempotency-key': 'again' };
    // Its query and the commit are one request.
    const loseJob = proxy.loseAnswerTo((request) => request.includes('a lost job'));
    const unknown = await caller.send('/jobs', { prompt: 'a lost job' }, key);
    await loseJob;
    assert.equal(unknown.status, 503);
    const replayed = await caller.send('/jobs', { prompt: 'a lost job' }, key);
    assert.deepEqual([replayed.status, replayed.headers.get('idempotent-replayed')], [202, 'true']);
    assert.equal(await caller.used(), 2);
    // Its end needs the database too, which is gone once this test is over.
    await caller.untilFinal(String((await bodyOf(replayed))['job_uuid']));
  });
});

/** It reports the process and the milliseconds of its lease. */
function heartbeatOf(processId: string): (request: Buffer) => boolean {
  return (request) => request.includes(processId) && request.includes(String(leaseMs));
}

async function processOf({ database }: JobWorld, id: string): Promise<string> {
  const [row] = await database.query<{ process_id: string }>('select process_id from turns where id = $1', [
    id,
  ]);
  return row?.process_id ?? assert.fail('it does not run');
}

/** Names the lane only; admissions and notifications name it among other things. */
function isClaim(request: Buffer): boolean {
  return (
    request.includes('standard') && !request.includes('assistant') && !request.includes('turns-standard')
  );
}

/** Reads until the job has produced text. */
async function textOf(caller: JobCaller, id: string): Promise<void> {
  await until(async () => (await caller.output(id, undefined, 10)).text !== '');
}

async function attemptsOf({ database }: JobWorld, id: string) {
  const [row] = await database.query('select attempt, deaths from turns where id = $1', [id]);
  return row;
}

/** Requests may fail while the database is away. */
async function untilFinalThrough(caller: JobCaller, id: string): Promise<Job> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    try {
      return await caller.untilFinal(id);
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}

async function untilUsed(caller: JobCaller, wanted: number): Promise<void> {
  await until(async () => (await caller.used()) === wanted);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A worker that leaves takes no other job',
    file: 'src/worker/job-worker.ts',
    replace: `    this.#stop.abort();
`,
    by: '',
  },
  {
    rule: 'A process that leaves gives its running jobs back when the drain is over',
    file: 'src/core/turn/process/running-turns.ts',
    replace: "live.turn.kind === 'job' ? { kind: 'released' } :",
    by: '',
  },
  {
    rule: 'A process that leaves lets a job end within the drain limit',
    file: 'src/core/turn/process/running-turns.ts',
    replace: 'await this.#idle(AbortSignal.timeout(drainMs));',
    by: '',
  },
  {
    rule: 'A stream whose process died fails and is not run again',
    file: 'src/core/turn/decide-ending.ts',
    replace: 'if (turn.lane !== null && deaths < maxDeaths)',
    by: 'if (deaths < maxDeaths)',
  },
  {
    rule: 'A job that a shutdown releases has not died',
    file: 'src/core/turn/decide-ending.ts',
    replace: "return { kind: 'requeue', deaths: turn.deaths };",
    by: "return { kind: 'requeue', deaths: turn.deaths + 1 };",
  },
];
