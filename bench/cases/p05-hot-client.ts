import { type BenchCase, requestsFor } from '../case.ts';
import { holdPostgres } from '../support/postgres.ts';
import { ratesOf, runRate } from '../support/run-rate.ts';
import type { Rate } from '../support/saturate.ts';
import { ratios } from '../support/statistics.ts';

const CONCURRENT = 256;

/** Each side has a server of its own, so that neither waits for the other's checkpoints. */
export const p05: BenchCase = {
  id: 'p5',
  title: 'Admissions per second of one hot client, against the same rows by hand and one row, 256 concurrent',
  async run(effort) {
    await using ours = await holdPostgres();
    await using byHand = await holdPostgres();
    await using oneRow = await holdPostgres();
    const load = { requests: requestsFor(effort, 20_000, CONCURRENT), concurrency: CONCURRENT };
    const rounds: { admitted: Rate; stored: Rate; updated: Rate }[] = [];
    for (let round = 0; round <= effort.rounds; round += 1) {
      rounds.push({
        admitted: await runRate('admissions', ours.url, load),
        stored: await runRate('same-rows', byHand.url, load),
        updated: await runRate('row-update', oneRow.url, load),
      });
    }
    // The first round warms the servers up.
    const counted = rounds.slice(1);
    const admitted = ratesOf(counted.map((round) => round.admitted));
    const stored = ratesOf(counted.map((round) => round.stored));
    const updated = ratesOf(counted.map((round) => round.updated));
    const finding = { case: 'p5', goal: null, unit: '/s' } as const;
    return {
      findings: [
        {
          case: 'p5',
          what: 'admissions per second, Parley / the same rows in six statements',
          unit: '×',
          values: ratios(admitted, stored),
          goal: { atLeast: 6 },
        },
        {
          case: 'p5',
          what: 'admissions per second, Parley / one row update',
          unit: '×',
          values: ratios(admitted, updated),
          goal: { atLeast: 4 },
        },
        { ...finding, what: 'admissions per second, Parley', values: admitted },
        { ...finding, what: 'the same rows in six statements, per second', values: stored },
        { ...finding, what: 'row updates per second', values: updated },
      ],
      raw: { rounds },
    };
  },
};
