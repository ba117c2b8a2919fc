import type { Job, JobOutput } from '#contract/jobs.ts';
import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import { isUuid } from '../shared/new-id.ts';
import { wait } from '../shared/wait.ts';
import type { Cursor } from '../turn/cursor.ts';
import { isFinal, type TurnRecord } from '../turn/turn.ts';
import type { TurnStore } from '../turn/turn-store.ts';
import { versionOf } from './job-version.ts';
import { presentJob, presentOutput } from './present-job.ts';

const pollMs = 250;

/** A turn of this owner. Unknown, malformed and foreign ids are the same. */
export async function findJob(turns: TurnStore, owner: Owner, jobId: string): Promise<TurnRecord> {
  const record = isUuid(jobId) ? await turns.find(owner, jobId.toLowerCase()) : null;
  if (record === null) throw errors.jobNotFound();
  return record;
}

/**
 * The job, once its state or its position has changed, or the seconds are over. A reader that says which version
 * it knows is told of any other at once: the change may have come between two of its questions.
 */
export async function readJob(
  turns: TurnStore,
  owner: Owner,
  jobId: string,
  waitSeconds: number,
  isKnown: ((version: string) => boolean) | null,
  signal: AbortSignal,
): Promise<Job> {
  const deadline = performance.now() + waitSeconds * 1000;
  let job = presentJob(await findJob(turns, owner, jobId));
  const first = versionOf(job);
  const isOld = isKnown ?? ((version: string) => version === first);
  while (!isFinal(job.status) && isOld(versionOf(job)) && (await pausedBefore(deadline, signal))) {
    job = presentJob(await findJob(turns, owner, jobId));
  }
  return job;
}

/** Text after the cursor, once there is some or the turn has ended, or the seconds are over. */
export async function readOutput(
  turns: TurnStore,
  owner: Owner,
  jobId: string,
  after: Cursor,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<JobOutput> {
  const deadline = performance.now() + waitSeconds * 1000;
  for (;;) {
    const record = await findJob(turns, owner, jobId);
    const output = await turns.readOutput(owner, record.id, after.attempt, after.bytes);
    if (output === null) throw errors.jobNotFound();
    const hasNews = output.text !== '' || isFinal(output.state);
    if (hasNews || !(await pausedBefore(deadline, signal))) {
      // The record was read first: what became final in between is read again, so that both agree.
      const current = isFinal(output.state) ? await findJob(turns, owner, jobId) : record;
      return presentOutput(current, output);
    }
  }
}

async function pausedBefore(deadline: number, signal: AbortSignal): Promise<boolean> {
  if (performance.now() >= deadline || signal.aborted) return false;
  await wait(pollMs, signal).catch(() => {});
  return !signal.aborted;
}
