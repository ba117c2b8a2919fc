import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { Database, type Transaction } from '#adapters/postgres/database/database.ts';
import { admissionsLiteral } from '#adapters/postgres/turns/turn-batches.ts';
import { type AdmissionRow, admissionOf } from '#adapters/postgres/turns/turn-rows.ts';
import type { Admission, AdmissionResult } from '#core/turn/turn-store.ts';
import { type AdmissionState, admissionStates, buildStoredAdmission } from '#test/batches/admission-state.ts';
import { type TurnState, turnState } from '#test/batches/turn-state.ts';
import { readTurnTables } from '#test/database/stored-rows.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { type StoredClient, storeTurnState } from '#test/world/store-turn-state.ts';

type Decide = (transaction: Transaction, admissions: readonly Admission[]) => Promise<AdmissionRow[]>;

describe('a batch of admissions', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  before(async () => {
    testDatabase = await createTestDatabase();
    database = new Database({ connectionString: testDatabase.url, connections: 1 });
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  it('answers and stores what each of them would alone, in order of arrival', {
    timeout: 300_000,
  }, async () => {
    const batch = fc.record({
      capacity: fc.constantFrom(3, 8, 1_000, 1_000, 1_000),
      admissions: admissionStates,
    });
    await fc.assert(
      fc.asyncProperty(turnState, batch, (state, { capacity, admissions }) =>
        database.transaction(async (transaction) => {
          await transaction.script('savepoint empty');
          const outcomes = await outcomesOf(transaction, state, admissions, capacity);
          await transaction.script('rollback to empty');
          const [expected, ...others] = outcomes;
          for (const outcome of others) assert.deepEqual(outcome, expected);
        }),
      ),
      { numRuns: 350, seed: 20_261_121 },
    );
  });
});

/** What comes of the same state by each way of deciding. The time stands still, since all is one transaction. */
async function outcomesOf(
  transaction: Transaction,
  state: TurnState,
  states: readonly AdmissionState[],
  queueCapacity: number,
): Promise<object[]> {
  const clients = await storeTurnState(transaction, state);
  const admissions = states.map((one, nth) => buildStoredAdmission(one, nth, clients, queueCapacity));
  const outcomes: object[] = [];
  for (const decide of [byTheRules, oneByOne, together]) {
    await transaction.script('savepoint stored');
    const answers = await decide(transaction, admissions);
    outcomes.push({ answers: answers.map(comparable), tables: await tablesOf(transaction, clients) });
    await transaction.script('rollback to stored');
  }
  return outcomes;
}

/** The rules as they are written for one. */
const byTheRules: Decide = async (transaction, admissions) => {
  const answers: AdmissionRow[] = [];
  await startDay(
    transaction,
    admissions.map(({ owner }) => owner.clientId),
  );
  for (const admission of admissions) {
    const [row] = await transaction.query<{ answer: AdmissionRow }>(
      'select admit_turn(x, utc_day()) as answer from unnest($1::admission[]) x',
      [admissionsLiteral([admission])],
    );
    if (row) answers.push(row.answer);
  }
  return answers;
};

const together: Decide = async (transaction, admissions) => {
  const [row] = await transaction.query<{ answers: AdmissionRow[] }>('select admit_turns($1) as answers', [
    admissionsLiteral(admissions),
  ]);
  return row?.answers ?? [];
};

const oneByOne: Decide = async (transaction, admissions) => {
  const answers: AdmissionRow[] = [];
  for (const admission of admissions) answers.push(...(await together(transaction, [admission])));
  return answers;
};

/** Places in the queue depend on who else is in it when they are told; the tags in the tables do not. */
function comparable(row: AdmissionRow): object {
  const result: AdmissionResult = admissionOf(row);
  return 'position' in result ? { ...result, position: result.position !== null } : result;
}

/** A row of the day without counts says nothing, so every client gets one. */
async function tablesOf(transaction: Transaction, clients: readonly StoredClient[]): Promise<object> {
  await startDay(
    transaction,
    clients.map(({ client }) => client.id),
  );
  return readTurnTables(transaction);
}

async function startDay(transaction: Transaction, clientIds: readonly number[]): Promise<void> {
  await transaction.query(
    'insert into usage_clients select c, utc_day() from unnest($1::integer[]) c on conflict do nothing',
    [clientIds],
  );
}
