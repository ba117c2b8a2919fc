import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { createTurnWatch } from '#core/jobs/turn-reading.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { createClient, ownerIn, startTurn } from '#test/world/factories.ts';

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

export const breaks: readonly Break[] = [
  {
    rule: 'Readers that wait for the same news are notified a few at a time',
    file: 'src/core/shared/change-watch.ts',
    replace: 'setTimeout(() => this.#notifySome(), pauseMs)',
    by: 'setImmediate(() => this.#notifySome())',
  },
];
