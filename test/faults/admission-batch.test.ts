import { it } from 'node:test';
import fc from 'fast-check';
import { admissionStates } from '#test/batches/admission-state.ts';
import { compareAdmissions } from '#test/batches/compared-admissions.ts';
import { turnState } from '#test/batches/turn-state.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';

const least = 100_000;

it('a hundred thousand random admissions have the same results and rows in batches and one after the other', {
  timeout: 3_600_000,
}, async (t) => {
  await using stored = await createTestDatabase();
  let admitted = 0;
  let seed = Number(process.env['PARLEY_FAULT_SEED'] ?? Date.now() % 2 ** 31);
  t.diagnostic(`PARLEY_FAULT_SEED=${seed}`);
  const batch = fc.record({
    capacity: fc.constantFrom(3, 8, 1_000, 1_000, 1_000),
    admissions: admissionStates,
  });
  while (admitted < least) {
    // Sequences and dead rows accumulate in a transaction that never ends, and in a database that never rests.
    await using database = openPatientDatabase(stored.url, 1);
    await fc.assert(
      fc.asyncProperty(turnState, batch, async (state, { capacity, admissions }) => {
        admitted += admissions.length;
        await database.transaction((transaction) =>
          compareAdmissions(transaction, state, admissions, capacity),
        );
      }),
      { numRuns: 500, seed: seed++ },
    );
  }
  t.diagnostic(`${admitted} admissions`);
});
