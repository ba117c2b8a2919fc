import { createHash } from 'node:crypto';
import type { Job, JobOutput } from '#contract/jobs.ts';
import type { Until } from '#contract/request-parts.ts';
import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import { isUuid } from '../shared/new-id.ts';
import type { Cursor } from '../turn/cursor.ts';
import { isFinal, type TurnRecord } from '../turn/turn.ts';
import type { OwnedTurnStore, TurnSnapshot } from '../turn/turn-store.ts';
import { presentJob, presentOutput } from './present-job.ts';
import type { OutputNow, TurnReading } from './turn-reading.ts';

/** A turn of this owner. Unknown, malformed and foreign ids are refused alike. */
export async function findJob(
  turns: Pick<OwnedTurnStore, 'find'>,
  owner: Owner,
  jobId: string,
): Promise<TurnRecord> {
  const record = isUuid(jobId) ? await turns.find(owner, jobId.toLowerCase()) : null;
  if (record === null) throw errors.jobNotFound();
  return record;
}

/** What finds the turn that a repeated request joins. */
export type JoinedTurnStore = Pick<OwnedTurnStore, 'find' | 'hasConversation'>;

/** The turn that a repeated request joins, whatever its state. Without its conversation it has no answer any more. */
export async function findJoined(turns: JoinedTurnStore, owner: Owner, jobId: string): Promise<TurnRecord> {
  const record = await findJob(turns, owner, jobId);
  if (!(await turns.hasConversation(owner, record.conversationId))) throw errors.conversationNotFound();
  return record;
}

export interface JobReading {
  readonly turns: Pick<OwnedTurnStore, 'find' | 'readOutput'>;
  readonly reading: TurnReading;
}

/** How long a reader waits, 0 for not at all, and what for. */
export interface Poll {
  readonly waitMs: number;
  readonly until: Until;
}

/**
 * Waits until the job's state or position has changed, or the time is up. A reader that sends the version it knows
 * gets any other version at once, because the change may have come between two of its requests, unless it waits for the
 * end alone.
 */
export async function readJob(
  { turns, reading }: JobReading,
  owner: Owner,
  jobId: string,
  { waitMs, until }: Poll,
  isKnown: ((version: string) => boolean) | null,
  signal: AbortSignal,
): Promise<Job> {
  const record = await findJob(turns, owner, jobId);
  const job = presentJob(record);
  const first = versionOf(job);
  const isOld = isKnown ?? ((version: string) => version === first);
  if (waitMs === 0 || isFinal(job.status) || (until === 'change' && !isOld(first))) return job;
  using _ = reading.readers.enter(owner);
  const isNews = (snapshot: TurnSnapshot) =>
    until === 'final' ? isFinal(snapshot.record.state) : !isOld(versionOf(presentJob(snapshot.record)));
  const snapshot = await reading.watch.news({ owner, turnId: record.id }, isNews, { signal, waitMs });
  return snapshot === null ? job : presentJob(snapshot.record);
}

/**
 * Waits until there is text after the cursor (unless it waits for the end alone), until the turn has ended, or until
 * the time is up.
 */
export async function readOutput(
  jobs: JobReading,
  owner: Owner,
  jobId: string,
  after: Cursor,
  { waitMs, until }: Poll,
  signal: AbortSignal,
): Promise<JobOutput> {
  if (waitMs === 0) return presented(await outputNow(jobs, owner, jobId, after));
  const { reading } = jobs;
  const deadline = performance.now() + waitMs;
  const key = `${owner.clientId} ${jobId} ${after.attempt}.${after.bytes} ${owner.userId} `;
  const shared = (known: string) =>
    reading.outputs.read(key + known, () => outputNow(jobs, owner, jobId, after));
  let now = await shared('');
  if (hasNews(now, until)) return presented(now);
  using _ = reading.readers.enter(owner);
  for (;;) {
    const { state, mark } = now.output;
    const isNews = (snapshot: TurnSnapshot) =>
      until === 'final'
        ? isFinal(snapshot.record.state)
        : snapshot.record.state !== state || snapshot.mark !== mark;
    const restMs = Math.max(0, deadline - performance.now());
    const watched = { owner, turnId: now.record.id };
    const snapshot = await reading.watch.news(watched, isNews, { signal, waitMs: restMs });
    if (snapshot === null) return presented(now);
    now = await shared(`${snapshot.record.state} ${snapshot.record.attempt} ${snapshot.mark}`);
    if (hasNews(now, until)) return presented(now);
  }
}

async function outputNow(
  { turns, reading }: JobReading,
  owner: Owner,
  jobId: string,
  after: Cursor,
): Promise<OutputNow> {
  const record = await findJob(turns, owner, jobId);
  const output = await turns.readOutput(owner, record.id, after.attempt, after.bytes);
  if (output === null) throw errors.jobNotFound();
  // A reader that polls at intervals also waits for more text.
  if (output.state === 'running') reading.notices.announce(owner, record.id);
  // The record was read first. When the turn became final in between, it is read again, so that both agree.
  return { record: isFinal(output.state) ? await findJob(turns, owner, jobId) : record, output };
}

function hasNews({ output }: OutputNow, until: Until): boolean {
  return (until === 'change' && output.text !== '') || isFinal(output.state);
}

function presented({ record, output }: OutputNow): JobOutput {
  return presentOutput(record, output);
}

/** Changes with every change of the job except its estimate, which drifts all the time. */
export function versionOf({ eta_seconds: _, ...job }: Job): string {
  return createHash('sha256').update(JSON.stringify(job)).digest('base64url').slice(0, 22);
}
