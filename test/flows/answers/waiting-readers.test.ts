import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { JobAccepted } from '#contract/jobs.ts';
import type { Break } from '#test/break.ts';
import { atBest } from '#test/database/at-best.ts';
import { followStatus, openStreams, readOn, waitingForLock } from '#test/reading/reader-places.ts';
import { until } from '#test/reading/until.ts';
import { ConversationWindow } from '#test/world/conversation-window.ts';
import { bodyOf, type JobCaller } from '#test/world/job-caller.ts';
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

describe('readers of one owner that wait in a process', () => {
  it('are 64 at most: the next is 429 too_many_readers, whatever it reads', async () => {
    const { caller, job, leave } = await waiting();
    const reads = ['?wait=30&', '/output?wait=30&', '/stream?'].map((path) => `/jobs/${job}${path}`);
    for (const path of [...reads, '/conversations?q=word&']) {
      const refused = await caller.fetch(`${path}external_user_id=${caller.user}`);
      assert.equal(refused.status, 429, path);
      const problem = await bodyOf<{ code: string; retryable: boolean }>(refused);
      assert.deepEqual([problem.code, problem.retryable], ['too_many_readers', true]);
      assert.equal(refused.headers.get('retry-after'), '1');
      assert.equal(refused.headers.get('ratelimit-policy'), '"user-waiting-readers";q=64;w=1');
    }
    await leave();
  });

  it('are no reason to refuse what does not wait, another user, another process, or an answer that streams', async () => {
    const { caller, job, leave } = await waiting();
    assert.equal((await caller.job(job)).status, 'running');
    assert.equal((await caller.output(job)).final, false);
    const friend = caller.as('user-2');
    assert.equal((await friend.read((await friend.enqueue()).job_uuid, { wait: 1 })).status, 200);
    assert.equal((await caller.at(service).read(job, { wait: 1 })).status, 200);
    const stream = await caller.send('/stream', {}, { accept: 'text/event-stream' });
    assert.equal(stream.status, 200);
    await stream.body?.cancel();
    assert.equal((await caller.as('nobody').read(job, { wait: 30 })).status, 404);
    await leave();
  });

  it('give their places back when they leave, and when they are answered', async () => {
    const first = await waiting();
    first.readers.abort();
    await until(async () => (await followStatus(first.caller, first.job)) === 200);
    await first.leave();
    const second = await waiting();
    await second.caller.cancel(second.job);
    await second.answered;
    const { job_uuid } = await second.caller.enqueue();
    assert.equal((await second.caller.read(job_uuid, { wait: 1 })).status, 200);
    await second.leave();
  });
});

describe('readers that wait for the database', () => {
  it('give their places back when they leave meanwhile', async () => {
    const caller = (await world.caller(service)).at(other);
    world.mock.enqueue({});
    const { job_uuid: job } = await caller.enqueue();
    await caller.untilFinal(job);
    const left = new AbortController();
    await world.database.transaction(async (lock) => {
      // Every query about an answer waits for this transaction.
      await lock.query('lock table messages in access exclusive mode');
      const followers = Array.from({ length: 64 }, () =>
        caller.follow(job, undefined, 'text/event-stream', left.signal),
      );
      for (const { status } of await Promise.all(followers)) assert.equal(status, 200);
      await until(async () => (await openStreams(world.database, caller)) === 64);
      left.abort();
      await until(async () => (await openStreams(world.database, caller)) === 0);
    });
    await until(async () => (await followStatus(caller, job)) === 200);
  });

  it('keep no admission and no heartbeat from it', async () => {
    const caller = await world.caller(service, { model: 'stall=1' });
    const { job_uuid } = await caller.enqueue();
    await caller.untilRunning(job_uuid);
    const admitted: string[] = [];
    const admit = () =>
      world.database.transaction(async (lock) => {
        // Every query about output waits for this transaction.
        await lock.query('lock table turn_output in access exclusive mode');
        const readers = Array.from({ length: 60 }, () => caller.fetch(outputOf(caller, job_uuid)));
        await until(async () => (await waitingForLock(world.database)) > 0);
        const asked = performance.now();
        const accepted = await caller.send('/jobs');
        assert.equal(accepted.status, 202, await accepted.clone().text());
        const took = performance.now() - asked;
        admitted.push((await bodyOf<JobAccepted>(accepted)).job_uuid);
        await lock.script('rollback');
        await lock.script('begin');
        await Promise.all(readers);
        return took;
      });
    assert.ok((await atBest(2_000, admit)) < 2_000, 'the admission waited for the readers');
    for (const id of [job_uuid, ...admitted]) await caller.cancel(id);
  });
});

describe('a window that waits for its conversation', () => {
  it('is answered at once by every change, made in whichever process, and by nothing else', async () => {
    const { caller, uuid } = await answered({ model: 'stall=1' });
    const path = `/conversations/${uuid}`;
    const window = new ConversationWindow(caller.at(other), path);
    assert.equal((await window.read()).active_job_uuid, null);
    assert.equal(await window.status(), 304);
    const change = (method: string, part: string, body: object) =>
      caller.fetch(`${path}${part}?external_user_id=${caller.user}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const patched = (body: object) => () => change('PATCH', '', body);
    const late = async () => {
      await untilLookedFor();
      await patched({ title: 'Late' })();
    };
    assert.equal((await window.after(late)).title, 'Late');
    assert.equal((await window.after(patched({ title: 'New' }))).title, 'New');
    assert.equal((await window.after(patched({ pinned: true }))).pinned, true);
    assert.equal((await window.after(patched({ archived: true }))).archived, true);
    const rated = await window.after(() => change('POST', '/feedback', { rating: 'up' }));
    assert.equal(rated.messages.at(-1)?.feedback?.rating, 'up');
    const accepted = await window.after(() => caller.enqueue({ conversation_uuid: uuid }));
    assert.equal(accepted.messages.length, 4);
    const job = accepted.active_job_uuid ?? '';
    await caller.untilRunning(job);
    await until(async () => (await caller.output(job)).text !== '');
    await window.read();
    // Text alone is no reason to answer before the time is over. A reader that does not wait gets it.
    const grow = `update turn_output set text = text || 'more' where turn_id = $1 returning 1`;
    // A heartbeat stores the first of it.
    await until(async () => (await world.database.query(grow, [job])).length === 1);
    assert.equal(await window.status(), 200);
    const ended = window.after(() => caller.cancel(job));
    assert.equal((await ended).active_job_uuid, null);
    assert.equal((await ended).messages.at(-1)?.status, 'partial');
    const deleted = window.status({ wait: 30 });
    await caller.fetch(`${path}?external_user_id=${caller.user}`, { method: 'DELETE' });
    assert.equal(await deleted, 404);
  });

  it('takes a place of its owner, and 304 ends its time', async () => {
    const { caller, uuid } = await answered({ model: 'stall=0' });
    const window = new ConversationWindow(caller.at(other), `/conversations/${uuid}`);
    await window.read();
    assert.equal(await window.status({ wait: 1 }), 304);
    const stranger = await caller.at(other).fetch(`/conversations/${uuid}?external_user_id=user-2`, {
      headers: { 'if-none-match': '*' },
    });
    assert.equal(stranger.status, 404);
    const full = await waiting(caller.at(other));
    assert.equal(await window.status({ wait: 1 }), 429);
    assert.equal(await window.status(), 304);
    await full.leave();
  });

  it('is refused as soon as its key is', async () => {
    const { caller, uuid } = await answered();
    const window = new ConversationWindow(caller.at(other), `/conversations/${uuid}`);
    await window.read();
    const change = (set: string) => () =>
      world.database.query(`update clients set ${set}, version = version + 1 where id = $1`, [
        caller.clientId,
      ]);
    const goesOn = window.status({ wait: 3 });
    await untilLookedFor();
    await change('daily_limit = 7')();
    assert.equal(await goesOn, 304);
    const revoked = window.status({ wait: 30 });
    await untilLookedFor();
    await change('enabled = false')();
    // The watch of keys cuts it where that is first.
    assert.ok([401, 'cut'].includes(await revoked.catch(() => 'cut')));
  });
});

/** A conversation with one answer. */
async function answered(columns: Readonly<Record<string, unknown>> = {}) {
  const caller = await world.caller(service, columns);
  world.mock.enqueue({});
  const { conversation_uuid: uuid, job_uuid } = await caller.enqueue();
  await caller.untilFinal(job_uuid);
  return { caller, uuid };
}

/** All reader slots of an owner at one process are taken: by long polls of both kinds, and by followers. */
async function waiting(given: JobCaller | null = null) {
  const caller = given ?? (await world.caller(service, { model: 'stall=0' })).at(other);
  const { job_uuid: job } = await caller.at(service).enqueue();
  await caller.at(service).untilRunning(job);
  const readers = new AbortController();
  const { signal } = readers;
  const { promise: full, resolve: isFull } = Promise.withResolvers<void>();
  // One more than there are slots: when that one is refused, all others have theirs.
  const reads = Array.from({ length: 65 }, (_, index) => {
    const path = ['?wait=30&', '/output?wait=30&', '/stream?'][index % 3];
    return readOn(caller.fetch(`/jobs/${job}${path}external_user_id=${caller.user}`, { signal }), isFull);
  });
  await Promise.race([full, Promise.all(reads)]);
  return {
    caller,
    job,
    readers,
    /** Settles once all of them are answered. */
    answered: Promise.all(reads),
    leave: async () => {
      readers.abort();
      await Promise.all(reads);
      await caller.cancel(job);
    },
  };
}

function outputOf(caller: JobCaller, job: string): string {
  return `/jobs/${job}/output?external_user_id=${caller.user}`;
}

/** Resolves when a waiting window was looked for, after the look with which its request began. */
async function untilLookedFor(): Promise<void> {
  const seen = new Set<string>();
  await until(async () => {
    const rows = await world.database.query<{ at: string }>(
      `select query_start::text as at from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like '%client_version%'`,
    );
    for (const { at } of rows) seen.add(at);
    return seen.size > 2;
  });
}

export const breaks: readonly Break[] = [
  {
    rule: 'A window waits for a conversation of its end user only',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'c.external_user_id = a.user_id and c.id = a.id',
    by: 'c.id = a.id',
  },
  {
    rule: 'A rating is a change for waiting windows',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'set revision = c.revision + 1 where',
    by: 'set revision = c.revision where',
  },
  {
    rule: 'The end of a turn is a change for waiting windows',
    file: 'src/core/conversations/conversation-watch.ts',
    replace: 'return state?.version !== version ||',
    by: 'return state === null ||',
  },
  {
    rule: 'The text of a running answer does not end the wait of a window',
    file: 'src/core/conversations/read-changes.ts',
    replace: '!states.matchesExcept(change)',
    by: '!states.has(whole)',
  },
  {
    rule: 'A waiting window is refused when its client is revoked',
    file: 'src/core/conversations/read-changes.ts',
    replace: 'if (last.clientVersion !== client.version) throw',
    by: 'if (last.clientVersion < 0) throw',
  },
  {
    rule: 'A client that has changed meanwhile is authenticated again',
    file: 'src/http/routing/route.ts',
    replace: "run(isFirst ? caller : await admit(request, 'current'))",
    by: 'run(isFirst ? caller : caller)',
  },
  {
    rule: 'A waiting window takes one of the places of its owner',
    file: 'src/core/conversations/read-changes.ts',
    replace: 'using _ = services.readers.enter(watched.owner);',
    by: '',
  },
  {
    rule: 'A follower that leaves while text is read for it gives its place back',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'if (signal.aborted) return Promise.resolve();',
    by: '',
  },
  {
    rule: 'Readers of one owner that wait in a process are 64 at most',
    file: 'src/core/jobs/reader-slots.ts',
    replace: 'if (count >= limits.waitingReaders)',
    by: 'if (count < 0)',
  },
  {
    rule: 'A reader that leaves or is answered gives its place back',
    file: 'src/core/jobs/reader-slots.ts',
    replace: 'this.#waiting.set(key, count - 1)',
    by: 'this.#waiting.set(key, count)',
  },
  {
    rule: 'Readers of another user of the same client do not count',
    file: 'src/core/jobs/reader-slots.ts',
    replace: '[clientId, userId]',
    by: '[clientId, typeof userId]',
  },
];
