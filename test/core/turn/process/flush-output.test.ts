import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { requireAgent } from '#core/identity/agents.ts';
import { type Flush, LiveTurn } from '#core/turn/live-turn.ts';
import { beatWith, dueFlushes } from '#core/turn/process/flush-output.ts';
import { brandAdmitted } from '#core/turn/turn.ts';
import type { OutputPiece } from '#core/turn/turn-store.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { createClient, ownerIn, startTurn } from '#test/world/factories.ts';
import { ampleBudget, buildLiveTurn } from '#test/world/live-turn.ts';

const megabyte = 1024 * 1024;
const unread: ReadonlySet<string> = new Set();

let testDatabase: TestDatabase;
let database: Database;
let turns: PostgresTurnStore;
before(async () => {
  testDatabase = await createTestDatabase();
  database = openPatientDatabase(testDatabase.url, 4);
  turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
});
after(async () => {
  await database[Symbol.asyncDispose]();
  await testDatabase[Symbol.asyncDispose]();
});

describe('a heartbeat', () => {
  it('carries four megabytes of text at most, that which has waited longest first', async () => {
    const { lives } = await runningTurns(4);
    const [first, second, third, last] = lives;
    for (const live of [second, first, third, last]) {
      live?.onText('x'.repeat(1.9 * megabyte));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const flushes = dueFlushes(lives, performance.now(), unread);
    assert.ok(sum(flushes) > 3.9 * megabyte && sum(flushes) <= 4 * megabyte, `${sum(flushes)} bytes`);
    assert.deepEqual(
      idsOf(flushes),
      [second, first, third].map((live) => live?.turn.id),
    );
    for (const flush of flushes) flush.confirm();
    assert.deepEqual(
      idsOf(dueFlushes(lives, performance.now(), unread)),
      [last, third].map((live) => live?.turn.id),
    );
  });

  it('renews the lease and stores the text of all others when that of one turn cannot be stored', async () => {
    const { lives, processId } = await runningTurns(3);
    for (const live of lives) live.onText('words');
    const now = performance.now();
    const flushes = dueFlushes(lives, now, unread);
    const spoilt = flushes[1]?.pieces[0];
    assert.ok(spoilt);
    // As text that PostgreSQL refuses.
    Object.assign(spoilt, { text: '\ud800 alone' });
    const failures: unknown[] = [];
    const answer = await beatWith(
      flushes,
      (output) => beat(processId, output),
      (error) => failures.push(error),
    );
    assert.deepEqual([answer.alive, failures.length], [true, 1]);
    const texts = await Promise.all(lives.map((live) => textOf(live)));
    assert.deepEqual(texts, ['words', '', 'words']);
    // What failed is kept back for a while, so that the next heartbeat is as light as any.
    for (const live of lives) live.onText(' more');
    const read = new Set(lives.map((live) => live.turn.id));
    assert.equal(dueFlushes(lives, now, read).length, 2);
    assert.equal(dueFlushes(lives, performance.now() + 60_000, unread).length, 3);
  });

  it('counts as stale what another attempt has replaced, and not what comes just after the end', async () => {
    const { lives, processId } = await runningTurns(1);
    const [live] = lives;
    assert.ok(live);
    live.onText('late');
    const [flush] = dueFlushes(lives, performance.now(), unread);
    assert.ok(flush);
    const { id, clientId } = live.turn;
    await database.query(
      `update turns set state = 'cancelled', cancel_reason = 'cancelled' where client_id = $1 and id = $2`,
      [clientId, id],
    );
    const late = await beat(processId, flush.pieces);
    await database.query(`update turns set state = 'running', attempt = 2 where id = $1`, [id]);
    const stale = await beat(processId, flush.pieces);
    assert.deepEqual([late.staleWrites, stale.staleWrites], [0, 1]);
    assert.equal(await textOf(live), '');
  });
});

describe('the text of a turn', () => {
  const read = (live: LiveTurn) => new Set([live.turn.id]);
  const isDue = (live: LiveTurn, now: number, readTurns = unread) =>
    dueFlushes([live], now, readTurns).length === 1;

  function stored(): LiveTurn {
    const live = buildLiveTurn();
    live.onText('first');
    live.flush(megabyte).confirm();
    return live;
  }

  it('goes with the next heartbeat when it is the first', () => {
    const live = buildLiveTurn();
    assert.equal(isDue(live, performance.now()), false);
    live.onText('first');
    assert.equal(isDue(live, performance.now()), true);
  });

  it('goes with the next heartbeat while it has readers in the store, else once a second', () => {
    const before = performance.now();
    const live = stored();
    live.onText('second');
    assert.deepEqual([isDue(live, before + 900), isDue(live, before + 900, read(live))], [false, true]);
    assert.equal(isDue(live, performance.now() + 1_000), true);
  });

  it('goes with the next heartbeat when it comes after a pause of a second', async () => {
    const live = stored();
    const later = performance.now() + 1_000;
    assert.equal(isDue(live, later), false);
    live.onText('second');
    assert.equal(isDue(live, later), true);
  });

  it('goes with the next heartbeat when a block of it has come', () => {
    const now = performance.now();
    const live = stored();
    live.onText('x'.repeat(64 * 1024 - 1));
    assert.equal(isDue(live, now), false);
    live.onText('x');
    assert.equal(isDue(live, now), true);
  });
});

describe('a turn whose text the store does not take', () => {
  it('pauses its provider at one megabyte, and continues once it is stored', async () => {
    const [live] = (await runningTurns(1)).lives;
    assert.ok(live);
    const calls: string[] = [];
    live.onCalled({ pause: () => calls.push('pause'), resume: () => calls.push('resume') });
    live.onText('x'.repeat(0.9 * megabyte));
    assert.deepEqual(calls, []);
    live.onText('x'.repeat(0.2 * megabyte));
    assert.deepEqual(calls, ['pause']);
    live.resume();
    assert.deepEqual(calls, ['pause']);
    live.flush(4 * megabyte).confirm();
    assert.deepEqual(calls, ['pause', 'resume']);
  });
});

/** Turns that a process of the database runs. */
async function runningTurns(count: number) {
  const processId = randomUUID();
  await turns.register(processId, 60_000, 1);
  const client = await createClient(database);
  const lives = await Promise.all(
    Array.from({ length: count }, async () => {
      const started = await startTurn(turns, client, ownerIn(client), { processId });
      const facts = {
        id: started.turnId,
        clientId: client.id,
        userId: 'user-1',
        conversationId: started.conversationId,
        agentSlug: client.defaultAgent,
        kind: 'stream',
        lane: null,
        attempt: 1,
        messageId: started.messageId,
        userMessageId: started.userMessageId,
        priority: false,
        deepDive: false,
        onDisconnect: 'cancel',
        day: started.day,
        createdAt: new Date(),
        prompt: 'A question',
        history: [],
        instructions: '',
      } as const;
      const agent = requireAgent(client, client.defaultAgent);
      return new LiveTurn(brandAdmitted(facts, client, agent), ampleBudget());
    }),
  );
  return { processId, lives };
}

function beat(processId: string, output: readonly OutputPiece[]) {
  return turns.heartbeat({ processId, leaseMs: 60_000, slots: 1, serviceMs: null, output });
}

async function textOf({ turn }: LiveTurn): Promise<string> {
  const [row] = await database.query<{ text: string }>(
    `select coalesce(string_agg(text, '' order by byte_offset), '') as text from turn_output where turn_id = $1`,
    [turn.id],
  );
  return row?.text ?? '';
}

function sum(flushes: readonly Flush[]): number {
  return flushes.reduce((bytes, flush) => bytes + flush.bytes, 0);
}

function idsOf(flushes: readonly Flush[]) {
  return flushes.map((flush) => flush.pieces[0]?.turnId);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A heartbeat carries four megabytes of text at most',
    file: 'src/core/turn/process/flush-output.ts',
    replace: 'let left = mostBytes;',
    by: 'let left = mostBytes * 100;',
  },
  {
    rule: 'A heartbeat stores the text first that has waited longest',
    file: 'src/core/turn/process/flush-output.ts',
    replace: '(one.since ?? 0) - (other.since ?? 0)',
    by: '(other.since ?? 0) - (one.since ?? 0)',
  },
  {
    rule: 'A heartbeat that fails with its text renews the lease without it',
    file: 'src/core/turn/process/flush-output.ts',
    replace: 'if (flushes.length === 0) throw error;',
    by: 'if (flushes.length >= 0) throw error;',
  },
  {
    rule: 'Text that cannot be stored keeps that of no other turn back',
    file: 'src/core/turn/process/flush-output.ts',
    replace: 'flush.holdBack();',
    by: 'void flush;',
  },
  {
    rule: 'A provider is paused while more than a megabyte waits to be stored',
    file: 'src/core/turn/live-turn.ts',
    replace: "this.#pauses.pause('turn');",
    by: "this.#pauses.resume('turn');",
  },
  {
    rule: 'Late output of a turn that has ended is no stale write',
    file: 'database/functions/9-processes.sql',
    replace: 't.attempt > o.attempt;',
    by: 't.attempt >= o.attempt;',
  },
  {
    rule: 'The first text of a turn goes with the next heartbeat',
    file: 'src/core/turn/live-turn.ts',
    replace: 'this.#storedAt === null || now',
    by: 'this.#storedAt !== null && now',
  },
  {
    rule: 'Text without readers in the store is stored once a second',
    file: 'src/core/turn/live-turn.ts',
    replace: 'const unreadEveryMs = 1_000;',
    by: 'const unreadEveryMs = 0;',
  },
  {
    rule: 'Text with readers in the store goes with every heartbeat',
    file: 'src/core/turn/live-turn.ts',
    replace: 'return isRead || this',
    by: 'return this',
  },
  {
    rule: 'A block of text goes with the next heartbeat',
    file: 'src/core/turn/live-turn.ts',
    replace: 'this.#text.storedBytes >= blockBytes',
    by: 'this.#text.storedBytes > unstoredBytes',
  },
];
