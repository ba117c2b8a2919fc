import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresReaderNoticeStore } from '#adapters/postgres/turns/turn-readers.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Owner } from '#core/identity/caller.ts';
import { readOutput } from '#core/jobs/read-job.ts';
import { ReaderSlots } from '#core/jobs/reader-slots.ts';
import { createTurnReading, createTurnWatch } from '#core/jobs/turn-reading.ts';
import { start } from '#core/turn/cursor.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { createClient, finishTurn, ownerIn, startTurn } from '#test/world/factories.ts';

const readers = 100;

let testDatabase: TestDatabase;
let database: Database;
before(async () => {
  testDatabase = await createTestDatabase();
  database = openPatientDatabase(testDatabase.url, 4);
});
after(async () => {
  await database[Symbol.asyncDispose]();
  await testDatabase[Symbol.asyncDispose]();
});

describe('readers that wait for the same news', () => {
  it('are notified sixteen at a time, with a pause in which other requests are answered', async () => {
    const client = await createClient(database);
    const owner = ownerIn(client);
    const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    const { turnId } = await startTurn(turns, client, owner);
    using watch = createTurnWatch(turns);
    const { signal } = new AbortController();
    const notified: { readonly at: number; readonly turnOfLoop: number }[] = [];
    let turnOfLoop = 0;
    const count = () => {
      turnOfLoop++;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    await Promise.all(
      Array.from({ length: readers }, async () => {
        await watch.news({ owner, turnId }, () => true, { signal });
        notified.push({ at: performance.now(), turnOfLoop });
      }),
    );
    clearImmediate(counting);
    const groups = [...Map.groupBy(notified, (one) => one.turnOfLoop).values()];
    assert.deepEqual(
      groups.map(({ length }) => length),
      [16, 16, 16, 16, 16, 16, 4],
    );
    const [first, last] = [notified[0], notified.at(-1)];
    assert.ok(first !== undefined && last !== undefined);
    // A machine that is busy makes the pauses longer, and none shorter.
    assert.ok(last.at - first.at > 30, `${last.at - first.at} ms`);
  });
});

describe('readers that ask for the same answer at once', () => {
  it('share what is read of it where they are its owner, and nobody else gets any of it', async () => {
    const [client, stranger] = [await createClient(database), await createClient(database)];
    const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    const owner = ownerIn(client);
    const started = await startTurn(turns, client, owner);
    await finishTurn(turns, started, 'The answer');
    const noticeStore = new PostgresReaderNoticeStore(database);
    const onError = (what: string) => assert.fail(what);
    using reading = createTurnReading({
      ...{ turns, noticeStore, readingPaceMs: 50, slots: new ReaderSlots(), onError },
    });
    const { signal } = new AbortController();
    const { turnId } = started;
    const asked = { waitMs: 1_000, until: 'final' } as const;
    const readers = [owner, owner, ownerIn(client, 'user-2'), ownerIn(stranger)];
    const ofAll = async <T>(read: (reader: Owner) => Promise<T>, shown: (found: T) => unknown) =>
      (await Promise.allSettled(readers.map(read))).map((found) =>
        found.status === 'fulfilled' ? shown(found.value) : found.reason.code,
      );
    const texts = await ofAll(
      (reader) => readOutput({ turns, reading }, reader, turnId, start, asked, signal),
      ({ text }) => text,
    );
    assert.deepEqual(texts, ['The answer', 'The answer', 'job_not_found', 'job_not_found']);
    const states = await ofAll(
      (reader) => reading.watch.news({ owner: reader, turnId }, () => true, { signal }),
      (snapshot) => snapshot?.record.state,
    );
    assert.deepEqual(states, ['completed', 'completed', 'job_not_found', 'job_not_found']);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An answer that is read once for several readers is read for one owner only',
    file: 'src/core/jobs/read-job.ts',
    replace: '.${after.bytes} ${owner.userId} `;',
    by: '.${after.bytes} `;',
  },
  {
    rule: 'An answer that is read once for several readers is read for one client only',
    file: 'src/core/jobs/read-job.ts',
    replace: 'const key = `${owner.clientId} ${jobId}',
    by: 'const key = `${jobId}',
  },
  {
    rule: 'Readers that wait for the same news have the same owner',
    file: 'src/core/jobs/turn-reading.ts',
    replace: 'keyOf: ({ owner, turnId }) => `${owner.clientId} ${turnId} ${owner.userId}`,',
    by: 'keyOf: ({ owner, turnId }) => `${owner.clientId} ${turnId}`,',
  },
  {
    rule: 'Readers that wait for the same news are notified a few at a time',
    file: 'src/core/shared/change-watch.ts',
    replace: 'setTimeout(() => this.#notifySome(), pauseMs)',
    by: 'setImmediate(() => this.#notifySome())',
  },
];
