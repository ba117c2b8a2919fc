import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import type { ClaimedTurn, FinishResult, OutputPiece } from '#core/turn/turn-store.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { buildFinish, createClient, ownerIn, type StartedTurn, startTurn } from '#test/world/factories.ts';

let testDatabase: TestDatabase;
let database: Database;
let turns: PostgresTurnStore;

before(async () => {
  testDatabase = await createTestDatabase();
  database = openPatientDatabase(testDatabase.url, 8);
  turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
});
after(async () => {
  await database[Symbol.asyncDispose]();
  await testDatabase.drop();
});

describe('claiming', () => {
  it('serves a single job after a few turns of a client with ten thousand waiting', async () => {
    const worker = await startProcess();
    const crowd = await createClient(database);
    await Promise.all(Array.from({ length: 10_000 }, () => enqueue(crowd, 'crowd')));
    await turns.claim('standard', worker, 5);
    const single = await enqueue(await createClient(database));
    const [row] = await database.query<{ place: number }>(
      'select queue_position(lane, tag, id) as place from turns where id = $1',
      [single.turnId],
    );
    const before = row?.place ?? Number.NaN;
    assert.ok(before <= 3, `it stands at ${before}`);
    const claimed = await turns.claim('standard', worker, 3);
    assert.ok(claimed.some((turn) => turn.id === single.turnId));
    await database.query('delete from turns');
  });

  it('passes over a client and a user at their limit, and serves those after them', async () => {
    const worker = await startProcess();
    const limited = await createClient(database, { concurrent_turns: 2, concurrent_turns_per_user: 1 });
    const waiting = [];
    for (const user of ['a', 'a', 'b', 'c']) waiting.push(await enqueue(limited, user));
    const other = await enqueue(await createClient(database));
    const claimed = await turns.claim('standard', worker, 20);
    const [a, , b] = waiting;
    // The fair order: each client is served once before one of them is served again.
    assert.deepEqual(idsOf(claimed), idsOf([a, other, b]));
    assert.deepEqual(await turns.claim('standard', worker, 20), []);
    const ended = claimed.find((turn) => turn.id === a?.turnId);
    if (ended) await turns.release(ended.clientId, ended.id, ended.attempt);
    assert.deepEqual(idsOf(await turns.claim('standard', worker, 20)), idsOf([a]));
    await database.query('delete from turns');
  });

  it('keeps the limit when several processes claim and streams are admitted at once', async () => {
    const limited = await createClient(database, { concurrent_turns: 3 });
    const workers = await Promise.all(Array.from({ length: 4 }, startProcess));
    for (let i = 0; i < 20; i++) await enqueue(limited, `user-${i}`);
    const streams = Array.from({ length: 6 }, (_, i) =>
      startTurn(turns, limited, ownerIn(limited, `reader-${i}`)).catch(() => null),
    );
    await Promise.all([...streams, ...workers.map((worker) => turns.claim('standard', worker, 5))]);
    const [row] = await database.query<{ running: number }>(
      `select count(*)::int as running from turns where client_id = $1 and state = 'running'`,
      [limited.id],
    );
    assert.equal(row?.running, 3);
    await database.query('delete from turns');
  });

  it('gives nothing to a process whose lease has ended', async () => {
    const worker = randomUUID();
    await turns.register(worker, -1, 20);
    await enqueue(await createClient(database));
    assert.deepEqual(await turns.claim('standard', worker, 5), []);
    await database.query('delete from turns');
  });

  it('never meets a deadlock, whatever happens at the same time', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => createClient(database)));
    const stores = Array.from(
      { length: 3 },
      () => new PostgresTurnStore(database, { notify: () => Promise.resolve() }),
    );
    const work = stores.flatMap((store, nth) => [
      repeat(30, async (i) => {
        const client = clients[(i * (nth + 1)) % 8];
        if (client) await Promise.all(Array.from({ length: 8 }, () => enqueue(client, `u${i}`, {}, store)));
      }),
      repeat(30, async () => {
        const worker = await startProcess();
        await store.claim('standard', worker, 9);
        if (nth === 0) await store.unregister(worker);
        await store.recover(3);
      }),
      repeat(10, async () => void (await store.tidy())),
    ]);
    await Promise.all(work);
    const [counts] = await database.query<{ kept: number; counted: number }>(`
      select (select sum(queued) from lane_ranges where level = 1)::int as kept,
        (select count(*) from turns where tag is not null)::int as counted`);
    assert.equal(counts?.kept, counts?.counted);
    await database.query('delete from turns');
  });
});

describe('an attempt that is over', () => {
  it('is released without a death, to the head of the queue, and without its text', async () => {
    const worker = await startProcess();
    const client = await createClient(database);
    const job = await enqueue(client);
    const behind = await enqueue(client, 'user-2');
    await turns.claim('standard', worker, 1);
    await beat(worker, [piece(job, 1, 0, 'lost words')]);
    await turns.release(client.id, job.turnId, 1);
    const output = await turns.readOutput(job.admission.owner, job.turnId, 1, 4);
    assert.deepEqual([output?.state, output?.text, output?.from], ['queued', '', 4]);
    const again = await turns.claim('standard', worker, 5);
    assert.deepEqual(idsOf(again), idsOf([job, behind]));
    assert.deepEqual([again[0]?.attempt, await deathsOf(job)], [2, 0]);
    await database.query('delete from turns');
  });

  it('counts as a death when its process is gone; the third one fails the job and gives its usage back', async () => {
    const job = await enqueue(await createClient(database));
    for (const attempt of [1, 2, 3]) {
      const worker = await startProcess();
      const [claimed] = await turns.claim('standard', worker, 1);
      assert.deepEqual([claimed?.id, claimed?.attempt], [job.turnId, attempt]);
      await turns.unregister(worker);
      await turns.recover(3);
    }
    const record = await turns.find(job.admission.owner, job.turnId);
    assert.deepEqual(
      [record?.state, record?.errorCode, record?.attempt, record?.refunded],
      ['failed', 'worker_lost', 3, true],
    );
    assert.equal(await deathsOf(job), 3);
  });

  it('keeps its text and its charge when it was the last one and had said something', async () => {
    const job = await enqueue(await createClient(database));
    for (const attempt of [1, 2, 3]) {
      const worker = await startProcess();
      await turns.claim('standard', worker, 1);
      await beat(worker, [piece(job, attempt, 0, `words of ${attempt}`)]);
      await turns.unregister(worker);
      await turns.recover(3);
    }
    const record = await turns.find(job.admission.owner, job.turnId);
    const output = await turns.readOutput(job.admission.owner, job.turnId, null, 0);
    assert.deepEqual([record?.state, record?.refunded, output?.text], ['failed', false, 'words of 3']);
  });

  it('writes nothing more: neither output nor an end', async () => {
    const client = await createClient(database);
    const job = await enqueue(client);
    const lost = await startProcess();
    await turns.claim('standard', lost, 1);
    await turns.unregister(lost);
    await turns.recover(3);
    const late = await beat(lost, [piece(job, 1, 0, 'too late')]);
    // The job waits: nothing has replaced its first attempt yet.
    assert.deepEqual([late.alive, late.staleWrites], [false, 0]);
    const worker = await startProcess();
    await turns.claim('standard', worker, 1);
    const foreign = await beat(worker, [piece(job, 1, 0, 'too late'), piece(job, 2, 0, 'in time')]);
    assert.deepEqual([foreign.alive, foreign.staleWrites], [true, 1]);
    // Not stored, as the output below shows: only the process that runs an attempt writes it.
    await beat(await startProcess(), [piece(job, 2, 7, ', by another process')]);
    assert.equal(await finish(job, 1), 'replaced');
    assert.equal((await turns.readOutput(job.admission.owner, job.turnId, 2, 0))?.text, 'in time');
    assert.equal(await finish(job, 2), 'stored');
  });
});

describe('partial output', () => {
  it('has no hole when a piece comes again, longer, because the answer to the first was lost', async () => {
    const job = await enqueue(await createClient(database));
    const worker = await startProcess();
    await turns.claim('standard', worker, 1);
    await beat(worker, [piece(job, 1, 0, 'one ')]);
    await beat(worker, [piece(job, 1, 0, 'one two ')]);
    await beat(worker, [piece(job, 1, 8, 'three')]);
    assert.equal((await turns.readOutput(job.admission.owner, job.turnId, 1, 0))?.text, 'one two three');
    assert.equal(await finish(job, 1), 'stored');
  });
});

async function startProcess(): Promise<string> {
  const id = randomUUID();
  await turns.register(id, 600_000, 20);
  return id;
}

function enqueue(client: Client, user = 'user-1', more: Partial<Admission> = {}, store = turns) {
  return startTurn(store, client, ownerIn(client, user), {
    kind: 'job',
    ifBusy: 'queue',
    queueCapacity: 100_000,
    ...more,
  });
}

function beat(processId: string, output: readonly OutputPiece[]) {
  return turns.heartbeat({ processId, leaseMs: 600_000, slots: 20, serviceMs: null, output });
}

function piece(job: StartedTurn, attempt: number, byteOffset: number, text: string): OutputPiece {
  return { clientId: job.admission.owner.clientId, turnId: job.turnId, attempt, byteOffset, text };
}

function finish(job: StartedTurn, attempt: number): Promise<FinishResult> {
  const { clientId } = job.admission.owner;
  return turns.finish(buildFinish({ ...job, clientId, attempt }, { flushed: true }));
}

async function deathsOf(job: StartedTurn): Promise<number | undefined> {
  const [row] = await database.query<{ deaths: number }>('select deaths from turns where id = $1', [
    job.turnId,
  ]);
  return row?.deaths;
}

function idsOf(these: readonly (ClaimedTurn | StartedTurn | undefined)[]): string[] {
  return these.map((one) => (one === undefined ? '' : 'turnId' in one ? one.turnId : one.id));
}

async function repeat(times: number, work: (nth: number) => Promise<void>): Promise<void> {
  for (let i = 0; i < times; i++) await work(i);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A worker takes no job of a user who is at the limit of concurrent answers',
    file: 'database/functions/6-concurrency.sql',
    replace: "when used.of_user >= c.concurrent_turns_per_user then 'user' else 'yes' end;",
    by: "else 'yes' end;",
  },
  {
    rule: 'The end of an attempt that another has replaced is refused',
    file: 'database/functions/8-endings.sql',
    replace: 'and t.attempt = x.attempt and t.state = p_was',
    by: 'and t.attempt >= x.attempt and t.state = p_was',
  },
  {
    rule: 'The output of an attempt that another has replaced is refused',
    file: 'database/functions/9-processes.sql',
    replace: 'and t.attempt = o.attempt and t.state',
    by: 'and t.attempt >= o.attempt and t.state',
  },
  {
    rule: 'The output of a process that lost the turn is refused',
    file: 'database/functions/9-processes.sql',
    replace: "and t.state = 'running' and t.process_id = p_process",
    by: "and t.state = 'running'",
  },
  {
    rule: 'Each claim is another attempt',
    file: 'database/functions/7-claim.sql',
    replace: "update turns set state = 'running', attempt = attempt + 1, process_id = p_process, tag = null,",
    by: "update turns set state = 'running', attempt = 1, process_id = p_process, tag = null,",
  },
  {
    rule: 'A process without a lease claims nothing',
    file: 'database/functions/7-claim.sql',
    replace: 'where id = p_process and lease_until > now() and not draining',
    by: 'where id = p_process and not draining',
  },
  {
    rule: 'The third death of its worker fails a job',
    file: 'src/core/turn/decide-ending.ts',
    replace: 'if (turn.lane !== null && deaths < maxDeaths)',
    by: 'if (turn.lane !== null && deaths <= maxDeaths)',
  },
];
