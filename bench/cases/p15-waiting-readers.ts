import { type BenchCase, requestsFor } from '../case.ts';
import { startMock } from '../contenders/mock.ts';
import { type Parley, startParley } from '../contenders/parley.ts';
import { measure } from '../measure.ts';
import { ratios } from '../support/statistics.ts';
import { openReaders, type ReaderKind } from '../support/waiting-readers.ts';

const READERS = 1500;
/** Below the bound of waiting readers of one owner. */
const READERS_OF_OWNER = 50;
const PER_SECOND = 50;
/** The jobs that are read wait, because nobody runs them: each reader has one of its own. */
const OPTIONS = { roles: 'api', limits: { queue_capacity: 100_000, queue_ttl_ms: 86_400_000 } };

const kinds: readonly ReaderKind[] = ['job polls', 'output polls', 'followers'];

export const p15: BenchCase = {
  id: 'p15',
  title: 'First text of others with 1,500 waiting readers of each kind, against none',
  async run(effort) {
    await using mock = await startMock({ deltas: 5, paceMs: 0 });
    await using parley = await startParley(mock, OPTIONS);
    const readers = Math.ceil(READERS * effort.scale);
    const jobs = await enqueue(parley, readers);
    await p95(parley, requestsFor(effort, 500));
    const quiet: number[] = [];
    const busy = new Map<ReaderKind, number[]>(kinds.map((kind) => [kind, []]));
    for (let round = 0; round < effort.rounds; round += 1) {
      quiet.push(await p95(parley, requestsFor(effort, 500)));
      for (const kind of kinds) {
        await using _ = await openReaders(parley.client, kind, jobs);
        busy.get(kind)?.push(await p95(parley, requestsFor(effort, 500)));
      }
    }
    const what = 'p95 of the first text of others';
    return {
      findings: [
        ...kinds.map((kind) => ({
          case: 'p15',
          what: `${what}, ${READERS} ${kind} / none`,
          unit: '×' as const,
          values: ratios(busy.get(kind) ?? [], quiet),
          goal: { atMost: 1.5 },
        })),
        { case: 'p15', what: `${what}, without readers`, unit: 'ms', values: quiet, goal: null },
      ],
      raw: { quiet, busy: Object.fromEntries(busy) },
    };
  },
};

/** Jobs that wait, one for each reader, with their owners. */
async function enqueue({ client }: Parley, readers: number) {
  const owners = Array.from({ length: readers }, (_, n) => `reader-${Math.floor(n / READERS_OF_OWNER)}`);
  const jobs: { owner: string; uuid: string }[] = [];
  for (const owner of owners) {
    const body = { prompt: 'Tell me about the weather.', context: { external_user_id: owner } };
    const { job_uuid } = await client.ask<{ job_uuid: string }>('/v1/jobs', body);
    jobs.push({ owner, uuid: job_uuid });
  }
  return jobs;
}

async function p95(parley: Parley, requests: number): Promise<number> {
  const pattern = { kind: 'open', perSecond: PER_SECOND, requests } as const;
  return (await measure(parley, pattern, null)).load.firstTextMs.p95;
}
