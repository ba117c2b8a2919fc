import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Database } from '#adapters/postgres/database/database.ts';
import { admissionStates } from '#test/batches/admission-state.ts';
import { compareAdmissions } from '#test/batches/compared-admissions.ts';
import { turnState } from '#test/batches/turn-state.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';

describe('a batch of admissions', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  before(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 1);
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  it('has the results and the rows that its requests have one after the other', {
    timeout: 300_000,
  }, async () => {
    const batch = fc.record({
      capacity: fc.constantFrom(3, 8, 1_000, 1_000, 1_000),
      admissions: admissionStates,
    });
    await fc.assert(
      fc.asyncProperty(turnState, batch, (state, { capacity, admissions }) =>
        database.transaction((transaction) => compareAdmissions(transaction, state, admissions, capacity)),
      ),
      { numRuns: 40, seed: 20_261_121 },
    );
  });
});
