import { type BenchCase, requestsFor } from '../case.ts';
import { startMock } from '../contenders/mock.ts';
import { startParley } from '../contenders/parley.ts';
import { measure } from '../measure.ts';
import { holdPostgres } from '../support/postgres.ts';
import { runRate } from '../support/run-rate.ts';
import { ratios } from '../support/statistics.ts';

const CONCURRENT = 256;

/** No worker runs the jobs on either side: only enqueueing is measured. */
export const p07: BenchCase = {
  id: 'p7',
  title: 'POST /jobs per second, against pg-boss send() in process, 256 concurrent',
  async run(effort) {
    await using mock = await startMock({ deltas: 1, paceMs: 0 });
    await using parley = await startParley(mock, { roles: 'api', limits: { queue_capacity: 10_000_000 } });
    await using postgres = await holdPostgres();
    const target = parley.route({ method: 'POST', path: '/v1/jobs', expectedStatus: 202 });
    const requests = requestsFor(effort, 10_000, CONCURRENT);
    const pattern = { kind: 'closed', concurrency: CONCURRENT, requests, rampMs: 0 } as const;
    const posts: number[] = [];
    const sends: number[] = [];
    for (let round = 0; round <= effort.rounds; round += 1) {
      posts.push((await measure({ ...parley, target }, pattern, null)).turnsPerSecond);
      const { perSecond } = await runRate('pg-boss-send', postgres.url, {
        requests,
        concurrency: CONCURRENT,
      });
      sends.push(perSecond);
    }
    // The first round warms both sides up.
    const [post, send] = [posts.slice(1), sends.slice(1)];
    return {
      findings: [
        {
          case: 'p7',
          what: 'jobs accepted per second, Parley / pg-boss',
          unit: '×',
          values: ratios(post, send),
          goal: { atLeast: 3 },
        },
        { case: 'p7', what: 'POST /jobs per second', unit: '/s', values: post, goal: null },
        { case: 'p7', what: 'pg-boss send() per second', unit: '/s', values: send, goal: null },
      ],
      raw: { posts, sends },
    };
  },
};
