import { setTimeout as delay } from 'node:timers/promises';
import { type BenchCase, type CaseOutcome, type Effort, requestsFor } from '../case.ts';
import { startMock } from '../contenders/mock.ts';
import { type Parley, startParley, startWorkerBeside } from '../contenders/parley.ts';
import type { ParleyClient } from '../contenders/parley-client.ts';
import { measure } from '../measure.ts';
import { ratios } from '../support/statistics.ts';
import { openReaders, type ReaderKind, type ReadJob } from '../support/waiting-readers.ts';

const READERS = 1500;
/** Below the bound of waiting readers of one owner. */
const READERS_OF_OWNER = 50;
const PER_SECOND = 50;
/** The measured process runs no jobs: they wait, or another process runs them. */
const OPTIONS = { roles: 'api', limits: { queue_capacity: 100_000, queue_ttl_ms: 86_400_000 } };

const kinds: readonly ReaderKind[] = ['job polls', 'output polls', 'followers'];

interface Place {
  readonly words: string;
  /** One job for each reader, in the state that is read. */
  readonly jobs: (
    parley: Parley,
    readers: number,
    parts: AsyncDisposableStack,
  ) => Promise<readonly ReadJob[]>;
}

const places: readonly Place[] = [
  { words: 'queued jobs', jobs: enqueueEach },
  { words: 'jobs that run elsewhere', jobs: runElsewhere },
];

export const p15: BenchCase = {
  id: 'p15',
  title: 'First text of others with 1,500 waiting readers of each kind, against none',
  async run(effort) {
    const outcomes: CaseOutcome[] = [];
    for (const place of places) outcomes.push(await measureAt(place, effort));
    return {
      findings: outcomes.flatMap(({ findings }) => findings),
      raw: Object.fromEntries(places.map(({ words }, index) => [words, outcomes[index]?.raw])),
    };
  },
};

async function measureAt(place: Place, effort: Effort): Promise<CaseOutcome> {
  await using parts = new AsyncDisposableStack();
  const mock = parts.use(await startMock({ deltas: 5, paceMs: 0 }));
  const parley = parts.use(await startParley(mock, OPTIONS));
  const jobs = await place.jobs(parley, Math.ceil(READERS * effort.scale), parts);
  const requests = requestsFor(effort, 150);
  await p95(parley, requests);
  const quiet: number[] = [];
  const busy = new Map<ReaderKind, number[]>(kinds.map((kind) => [kind, []]));
  for (let round = 0; round < effort.rounds; round += 1) {
    quiet.push(await p95(parley, requests));
    for (const kind of kinds) {
      await using _ = await openReaders(parley.client, kind, jobs);
      busy.get(kind)?.push(await p95(parley, requests));
    }
  }
  const what = 'p95 of the first text of others';
  return {
    findings: [
      ...kinds.map((kind) => ({
        case: 'p15',
        what: `${what}, ${READERS} ${kind} of ${place.words} / none`,
        unit: '×' as const,
        values: ratios(busy.get(kind) ?? [], quiet),
        goal: { atMost: 1.5 },
      })),
      {
        case: 'p15',
        what: `${what}, beside ${place.words}, without readers`,
        unit: 'ms',
        values: quiet,
        goal: null,
      },
    ],
    raw: { quiet, busy: Object.fromEntries(busy) },
  };
}

async function enqueueEach({ client }: Parley, readers: number): Promise<readonly ReadJob[]> {
  const jobs: ReadJob[] = [];
  for (let n = 0; n < readers; n += 1)
    jobs.push(await enqueue(client, `reader-${Math.floor(n / READERS_OF_OWNER)}`));
  return jobs;
}

/** All readers of its owner read each job, which a worker outside the measured process answers slowly. */
async function runElsewhere(
  parley: Parley,
  readers: number,
  parts: AsyncDisposableStack,
): Promise<readonly ReadJob[]> {
  const owners = Math.ceil(readers / READERS_OF_OWNER);
  const slow = parts.use(await startMock({ deltas: 1_800, paceMs: 2_000 }));
  parts.use(await startWorkerBeside(parley, slow, owners));
  const jobs: ReadJob[] = [];
  for (let n = 0; n < owners; n += 1) jobs.push(await enqueue(parley.client, `reader-${n}`));
  for (const job of jobs) await untilRunning(parley.client, job);
  return Array.from({ length: readers }, (_, n) => jobs[n % owners] ?? { owner: '', uuid: '' });
}

async function untilRunning(client: ParleyClient, { owner, uuid }: ReadJob): Promise<void> {
  for (;;) {
    const { status } = await client.ask<{ status: string }>(`/v1/jobs/${uuid}?external_user_id=${owner}`);
    if (status === 'running') return;
    await delay(200);
  }
}

async function enqueue(client: ParleyClient, owner: string): Promise<ReadJob> {
  const body = { prompt: 'Tell me about the weather.', context: { external_user_id: owner } };
  const { job_uuid } = await client.ask<{ job_uuid: string }>('/v1/jobs', body);
  return { owner, uuid: job_uuid };
}

async function p95(parley: Parley, requests: number): Promise<number> {
  const pattern = { kind: 'open', perSecond: PER_SECOND, requests } as const;
  return (await measure(parley, pattern, null)).load.firstTextMs.p95;
}
