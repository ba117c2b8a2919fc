import { setTimeout as delay } from 'node:timers/promises';
import { type BenchCase, requestsFor } from '../case.ts';
import { startMock } from '../contenders/mock.ts';
import { startParley } from '../contenders/parley.ts';
import type { ParleyClient } from '../contenders/parley-client.ts';
import { median, ratios } from '../support/statistics.ts';

const JOBS_AT_ONCE = 20;
const READ_EVERY_MS = 100;
const OWNER = 'external_user_id=reader';

interface Job {
  readonly job_uuid: string;
  readonly status: string;
  readonly started_at: string;
  readonly finished_at: string | null;
}

export const p09: BenchCase = {
  id: 'p9',
  title: 'Wall time of a job whose output is read at 10 Hz, against unread',
  async run(effort) {
    await using mock = await startMock({ deltas: 100, paceMs: 20 });
    await using parley = await startParley(mock);
    const batches = requestsFor(effort, 4) / 2;
    const read: number[] = [];
    const unread: number[] = [];
    for (let round = 0; round < effort.rounds; round += 1) {
      unread.push(await jobMs(parley.client, batches, false));
      read.push(await jobMs(parley.client, batches, true));
    }
    return {
      findings: [
        {
          case: 'p9',
          what: 'wall time of a job, read / unread',
          unit: '×',
          values: ratios(read, unread),
          goal: { atMost: 1.02 },
        },
        { case: 'p9', what: 'wall time of a job, unread', unit: 'ms', values: unread, goal: null },
      ],
      raw: { read, unread },
    };
  },
};

/** Median wall time by the service's own clock, from the claim to the stored answer. */
async function jobMs(client: ParleyClient, batches: number, reading: boolean): Promise<number> {
  const jobs: Job[] = [];
  for (let batch = 0; batch < batches; batch += 1) {
    const uuids = await Promise.all(Array.from({ length: JOBS_AT_ONCE }, () => submit(client)));
    jobs.push(...(await Promise.all(uuids.map((uuid) => untilFinished(client, uuid, reading)))));
  }
  return median(jobs.map((job) => Date.parse(job.finished_at ?? '') - Date.parse(job.started_at)));
}

async function submit(client: ParleyClient): Promise<string> {
  const body = { prompt: 'Tell me about the weather.', context: { external_user_id: 'reader' } };
  return (await client.ask<Job>('/v1/jobs', body)).job_uuid;
}

async function untilFinished(client: ParleyClient, uuid: string, reading: boolean): Promise<Job> {
  if (reading) await readToTheEnd(client, uuid);
  for (;;) {
    const job = await client.ask<Job>(`/v1/jobs/${uuid}?${OWNER}&wait=30`);
    if (job.status === 'completed') return job;
    if (job.finished_at !== null) throw new Error(`a job ended ${job.status}`);
  }
}

async function readToTheEnd(client: ParleyClient, uuid: string): Promise<void> {
  let after = '';
  for (;;) {
    const path = `/v1/jobs/${uuid}/output?${OWNER}${after}`;
    const output = await client.ask<{ final: boolean; cursor: string | null }>(path);
    if (output.final) return;
    if (output.cursor !== null) after = `&after=${output.cursor}`;
    await delay(READ_EVERY_MS);
  }
}
