import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { Random } from '#test/batches/random.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { EndingHistory, type Side } from '#test/endings/ending-history.ts';
import { type EndingWays, formerWays, presentWays } from '#test/endings/ending-ways.ts';
import { formerFunctions } from '#test/endings/former-functions.ts';

const histories = Number(process.env['PARLEY_ENDING_HISTORIES'] ?? 6);
const steps = 60;

it('turns end, wait again and begin as the functions of 0.2.0 decided it, with the same rows in all tables', {
  timeout: 3_600_000,
}, async (t) => {
  const seed = Number(process.env['PARLEY_FAULT_SEED'] ?? 20_261_122);
  const sides: readonly [Side, Side] = [await openSide(t, formerWays), await openSide(t, presentWays)];
  const history = await EndingHistory.start(sides, new Random(seed));
  for (let count = 0; count < histories; count++) {
    await history.empty();
    for (let step = 0; step < steps; step++) await history.step();
    await history.compare();
  }
  t.diagnostic(`${history.decisions} decisions, PARLEY_FAULT_SEED=${seed}`);
  assert.ok(history.decisions > histories * 10, 'too few decisions to show anything');
});

async function openSide(t: TestContext, waysOf: (database: Database) => EndingWays): Promise<Side> {
  const created = await createTestDatabase();
  await forget(created.url);
  const database = openPatientDatabase(created.url, 4);
  await database.transaction((transaction) => transaction.script(formerFunctions));
  t.after(async () => {
    await database[Symbol.asyncDispose]();
    await created.drop();
  });
  const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  return { database, turns, ways: waysOf(database) };
}

/** The data need not survive the server, and without waiting for the disk it answers five times as fast. */
async function forget(url: string): Promise<void> {
  await using database = openPatientDatabase(url, 1);
  await database.transaction(async (transaction) => {
    await transaction.script(
      "do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$",
    );
  });
}
