import { type BenchCase, requestsFor } from '../case.ts';
import { holdPostgres } from '../support/postgres.ts';
import { runRate } from '../support/run-rate.ts';
import { ratios } from '../support/statistics.ts';

const CONCURRENT = 256;

/** Each side has a server of its own, so that neither waits for the other's checkpoints. */
export const p05: BenchCase = {
  id: 'p5',
  title: 'Admissions per second of one hot client, against one row update per request, 256 concurrent',
  async run(effort) {
    await using ours = await holdPostgres();
    await using theirs = await holdPostgres();
    const load = { requests: requestsFor(effort, 20_000, CONCURRENT), concurrency: CONCURRENT };
    const admissions: number[] = [];
    const updates: number[] = [];
    for (let round = 0; round <= effort.rounds; round += 1) {
      admissions.push(await runRate('admissions', ours.url, load));
      updates.push(await runRate('row-update', theirs.url, load));
    }
    // The first round warms both servers up.
    const [admitted, updated] = [admissions.slice(1), updates.slice(1)];
    return {
      findings: [
        {
          case: 'p5',
          what: 'admissions per second, Parley / row update',
          unit: '×',
          values: ratios(admitted, updated),
          goal: { atLeast: 8 },
        },
        { case: 'p5', what: 'admissions per second, Parley', unit: '/s', values: admitted, goal: null },
        { case: 'p5', what: 'row updates per second', unit: '/s', values: updated, goal: null },
      ],
      raw: { admissions, updates },
    };
  },
};
