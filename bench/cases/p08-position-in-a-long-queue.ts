import { type BenchCase, requestsFor } from '../case.ts';
import { startMock } from '../contenders/mock.ts';
import { type Parley, startParley } from '../contenders/parley.ts';
import { measure } from '../measure.ts';
import { fillQueue } from '../support/fill-tables.ts';
import { ratios } from '../support/statistics.ts';

const QUEUED = 1_000_000;
const OWN_JOBS = 10;
const OWNER = 'reader';
const CONCURRENT = 8;
/** No waiting job may be served, refused or expire during the measurement. */
const OPTIONS = { roles: 'api', limits: { queue_capacity: 10_000_000, queue_ttl_ms: 86_400_000 } };

export const p08: BenchCase = {
  id: 'p8',
  title: 'GET /jobs/{uuid} p99 with 1,000,000 queued jobs, against 10',
  async run(effort) {
    await using mock = await startMock({ deltas: 1, paceMs: 0 });
    await using short = await startParley(mock, OPTIONS);
    await using long = await startParley(mock, OPTIONS);
    await fillQueue(long.postgres.url, Math.ceil(QUEUED * effort.scale));
    const shortJob = await lastOfOwnJobs(short);
    const longJob = await lastOfOwnJobs(long);
    const requests = requestsFor(effort, 2000);
    const shortMs: number[] = [];
    const longMs: number[] = [];
    for (let round = 0; round <= effort.rounds; round += 1) {
      shortMs.push(await p99(short, shortJob.job_uuid, requests));
      longMs.push(await p99(long, longJob.job_uuid, requests));
    }
    // The first round warms both sides up.
    const [few, many] = [shortMs.slice(1), longMs.slice(1)];
    const what = 'p99 of GET /jobs/{uuid}';
    return {
      findings: [
        {
          case: 'p8',
          what: `${what}, long / short`,
          unit: '×',
          values: ratios(many, few),
          goal: { atMost: 1.2 },
        },
        { case: 'p8', what: `${what}, 10 queued`, unit: 'ms', values: few, goal: null },
        { case: 'p8', what: `${what}, 1,000,000 queued`, unit: 'ms', values: many, goal: null },
      ],
      raw: { shortMs, longMs, position: longJob.queue_position },
    };
  },
};

interface QueuedJob {
  readonly job_uuid: string;
  readonly queue_position: number;
}

async function lastOfOwnJobs(parley: Parley): Promise<QueuedJob> {
  const body = { prompt: 'Tell me about the weather.', context: { external_user_id: OWNER } };
  for (let sent = 1; sent < OWN_JOBS; sent += 1) await parley.client.ask('/v1/jobs', body);
  return await parley.client.ask<QueuedJob>('/v1/jobs', body);
}

async function p99(parley: Parley, uuid: string, requests: number): Promise<number> {
  const target = parley.route({ method: 'GET', path: `/v1/jobs/${uuid}?external_user_id=${OWNER}` });
  const pattern = { kind: 'closed', concurrency: CONCURRENT, requests, rampMs: 0 } as const;
  return (await measure({ ...parley, target }, pattern, null)).load.totalMs.p99;
}
