import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import { createTurnWatch } from '#core/jobs/turn-reading.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { until } from '#test/reading/until.ts';
import {
  buildFinish,
  createClient,
  finishTurn,
  ownerIn,
  type StartedTurn,
  startTurn,
} from '#test/world/factories.ts';

let testDatabase: TestDatabase;
let database: Database;
let turns: PostgresTurnStore;
let client: Client;
let processId: string;
before(async () => {
  testDatabase = await createTestDatabase();
  database = openPatientDatabase(testDatabase.url, 4);
  turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  client = await createClient(database, { daily_limit: null });
  processId = randomUUID();
  await turns.register(processId, 60_000, 1);
});
after(async () => {
  await database[Symbol.asyncDispose]();
  await testDatabase[Symbol.asyncDispose]();
});

/** Many bytes for few characters, and one character that is stored in coded form. */
const piece = 'naïve — 日本語 😀 ';
const tricky = [piece, 'a NUL \0 and \ue000, ', 'the end 😀'];

describe('stored text', () => {
  for (const [name, pieces] of Object.entries({ plain: [piece, piece, piece], coded: tricky })) {
    it(`is read from any byte on, while it grows and when it is final (${name})`, async () => {
      const started = await start();
      await store(started, pieces);
      const whole = Buffer.from(pieces.join(''));
      await equalFromEveryByte(started, whole);
      await finishTurn(turns, started, whole.toString(), { flushed: true });
      await equalFromEveryByte(started, whole);
    });
  }

  it('comes in bounded pieces, which have nothing missing and nothing twice', async () => {
    const started = await start();
    const rows = Array.from({ length: 25 }, (_, row) => `${row} `.padEnd(30_000, '€'));
    const whole = rows.join('');
    await store(started, rows);
    const sizes = await equalFrom(started, 0, whole);
    await finishTurn(turns, started, whole, { flushed: true });
    sizes.push(...(await equalFrom(started, 0, whole)));
    assert.ok(Math.max(...sizes) <= 256 * 1024, `${Math.max(...sizes)} bytes at once`);
  });

  it('makes up the beginning of an answer whose end comes alone', async () => {
    const started = await start();
    await store(started, tricky);
    const stored = Buffer.byteLength(tricky.join(''));
    // A piece that was in flight when the answer ended, and whose text is also in the final answer.
    await store(started, ['and'], stored);
    const { owner } = started.admission;
    const finish = buildFinish({ ...started, clientId: client.id, attempt: 1 });
    const became = await turns.finish({ ...finish, text: 'and more', textFrom: stored, flushed: true });
    const output = await turns.readOutput(owner, started.turnId, 1, 0);
    assert.deepEqual([became, output?.answer], ['stored', `${tricky.join('')}and more`]);
  });
});

describe('an end that comes too late', () => {
  it('is distinguished from one of an attempt that was replaced', async () => {
    const started = await start();
    await finishTurn(turns, started, 'An answer');
    const finish = buildFinish({ ...started, clientId: client.id, attempt: 1 });
    assert.equal(await turns.finish(finish), 'ended');
    await database.query('update turns set attempt = 2 where id = $1', [started.turnId]);
    assert.equal(await turns.finish(finish), 'replaced');
  });
});

describe('a question about many turns', () => {
  it('answers each with its own, and nothing to another owner', async () => {
    const [first, second] = [await start(), await start()];
    await store(second, ['words']);
    const { owner } = first.admission;
    const looks = await turns.poll([
      { owner, turnId: second.turnId },
      { owner: { ...owner, userId: 'user-2' }, turnId: first.turnId },
      { owner: { ...owner, clientId: owner.clientId + 1 }, turnId: first.turnId },
      { owner, turnId: randomUUID() },
      { owner, turnId: first.turnId },
    ]);
    assert.deepEqual(
      looks.map((look) => look && [look.record.id, look.mark]),
      [[second.turnId, 5], null, null, null, [first.turnId, 0]],
    );
    const after = { attempt: 1, bytes: 0 };
    assert.equal((await turns.readSlice(owner, second.turnId, after))?.text, 'words');
    assert.equal(await turns.readSlice({ ...owner, userId: 'user-2' }, second.turnId, after), null);
  });

  it('is asked once a turn for all who wait, however many do', async () => {
    const started = [await start(), await start(), await start()];
    const questions: number[] = [];
    using watch = createTurnWatch({
      poll: (asked) => {
        questions.push(asked.length);
        return turns.poll(asked);
      },
    });
    const { signal } = new AbortController();
    const waiting = Array.from({ length: 300 }, (_, index) => {
      const { admission, turnId } = started[index % 3] ?? assert.fail();
      return watch.news({ owner: admission.owner, turnId }, (look) => look.mark > 0, { signal });
    });
    await until(() => questions.length >= 2);
    await Promise.all(started.map((turn) => store(turn, ['words'])));
    const looks = await Promise.all(waiting);
    assert.ok(looks.every((look) => look?.mark === 5));
    // One question for each reader would be 300, and a machine that stands still makes room for some more looks.
    assert.deepEqual([Math.max(...questions), questions.length < 150], [3, true]);
  });

  it('reports nothing that was asked before the reader came', async () => {
    const started = await start();
    const { admission, turnId } = started;
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let asked = 0;
    using watch = createTurnWatch({
      poll: async (turnsAsked) => {
        const looks = await turns.poll(turnsAsked);
        await answers[asked++]?.promise;
        return looks;
      },
    });
    const { signal } = new AbortController();
    const early = watch.news({ owner: admission.owner, turnId }, () => true, { signal });
    while (asked === 0) await new Promise((resolve) => setImmediate(resolve));
    await store(started, ['words']);
    // The answer in flight is older than what this reader may know already.
    const later = watch.news({ owner: admission.owner, turnId }, () => true, { signal });
    answers[0]?.resolve();
    answers[1]?.resolve();
    assert.deepEqual([(await early)?.mark, (await later)?.mark], [0, 5]);
  });

  it('ends for a reader whose time is over or who leaves, and fails for one whose turn is gone', async () => {
    const { admission, turnId } = await start();
    using watch = createTurnWatch(turns);
    const gone = new AbortController();
    const never = () => false;
    const left = watch.news({ owner: admission.owner, turnId }, never, { signal: gone.signal });
    const { signal } = new AbortController();
    const late = await watch.news({ owner: admission.owner, turnId }, never, { signal, waitMs: 40 });
    gone.abort();
    assert.deepEqual([late, await left], [null, null]);
    await assert.rejects(watch.news({ owner: admission.owner, turnId: randomUUID() }, never, { signal }), {
      code: 'job_not_found',
    });
  });
});

function start(): Promise<StartedTurn> {
  return startTurn(turns, client, ownerIn(client), { processId });
}

async function store({ turnId }: StartedTurn, texts: readonly string[], from = 0): Promise<void> {
  let byteOffset = from;
  for (const text of texts) {
    const output = [{ clientId: client.id, turnId, attempt: 1, byteOffset, text }];
    await turns.heartbeat({ processId, leaseMs: 60_000, slots: 1, serviceMs: null, output });
    byteOffset += Buffer.byteLength(text);
  }
}

async function equalFromEveryByte(started: StartedTurn, whole: Buffer): Promise<void> {
  for (let after = 0; after <= whole.length; after++) {
    let first = after;
    while (first < whole.length && ((whole[first] ?? 0) & 0xc0) === 0x80) first++;
    await equalFrom(started, after, whole.subarray(first).toString());
  }
}

/** Reads on until nothing more is stored; returns the sizes of the pieces. */
async function equalFrom(
  { admission, turnId }: StartedTurn,
  after: number,
  whole: string,
): Promise<number[]> {
  let text = '';
  const sizes: number[] = [];
  for (let bytes = after; ; ) {
    const slice = await turns.readSlice(admission.owner, turnId, { attempt: 1, bytes });
    assert.ok(slice);
    text += slice.text;
    sizes.push(Buffer.byteLength(slice.text));
    bytes = slice.from + Buffer.byteLength(slice.text);
    if (!slice.hasMore) break;
  }
  assert.equal(text, whole);
  return sizes;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A question about many turns answers nothing to another user',
    file: 'src/adapters/postgres/turns/turn-record.ts',
    replace: 'and turns.external_user_id = a.user_id and turns.id',
    by: "and a.user_id <> '' and turns.id",
  },
  {
    rule: 'Stored text is read by its owner only',
    file: 'src/adapters/postgres/turns/turn-slices.ts',
    replace: 'and turns.external_user_id = a.user_id and turns.id',
    by: "and a.user_id <> '' and turns.id",
  },
  {
    rule: 'A turn is asked for once, however many wait for it',
    file: 'src/core/shared/change-watch.ts',
    replace: 'if (known !== undefined) return known;',
    by: 'if (known !== undefined && this.#isStopped) return known;',
  },
  {
    rule: 'A reader gets no result of a query from before it came',
    file: 'src/core/shared/change-watch.ts',
    replace: 'this.#fresh.add(waiter);',
    by: 'this.#asking.add(waiter);',
  },
  {
    rule: 'A turn whose process stores more of its text is news to its readers',
    file: 'src/core/jobs/turn-reading.ts',
    replace: 'refunded, mark, ...steps',
    by: 'refunded, ...steps',
  },
  {
    rule: 'An end that comes after that of the same attempt is no stale write',
    file: 'database/functions/8-endings.sql',
    replace: "when t.attempt > x.attempt then 'replaced'",
    by: "when t.attempt >= x.attempt then 'replaced'",
  },
  {
    rule: 'A long answer is made up of what is stored before its end, and of nothing twice',
    file: 'database/functions/8-endings.sql',
    replace: 'and byte_offset < p_byte',
    by: 'and byte_offset <= p_byte',
  },
];
