import type { Queryable } from '#adapters/postgres/database/database.ts';
import type { JobCaller } from '../world/job-caller.ts';

/** Reads a whole answer. `onRefused` is called where there is no place for one more reader. */
export async function readOn(read: Promise<Response>, onRefused: () => void): Promise<void> {
  try {
    const answer = await read;
    if (answer.status === 429) onRefused();
    await answer.text();
  } catch {
    // The reader has left.
  }
}

/** The status of one more follower, which leaves at once. */
export async function followStatus(caller: JobCaller, job: string): Promise<number> {
  const left = new AbortController();
  const { status } = await caller.follow(job, undefined, 'text/event-stream', left.signal);
  left.abort();
  return status;
}

/** The streams that the process without workers has last reported, which it does soon after a refusal. */
export async function openStreams(database: Queryable, caller: JobCaller): Promise<number> {
  await caller.fetch(`/jobs/none?external_user_id=${caller.user}`);
  const [row] = await database.query<{ streams: number }>(
    `select (state ->> 'streams')::int as streams from processes where state -> 'roles' = '["api"]'`,
  );
  return row?.streams ?? -1;
}

/** The queries about stored output that wait for a lock. */
export async function waitingForLock(database: Queryable): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%turn_output%'`,
  );
  return row?.count ?? 0;
}
