import type { Parley } from '../../src/sdk/index.ts';
import type { QueuedJob } from './queue-jobs.ts';

/** Cancels a job; one that was still queued costs nothing. */
export async function cancelOne(client: Parley, { uuid, user, number }: QueuedJob): Promise<void> {
  const { status, charged } = await client.jobs.cancel(uuid, user);
  console.log(`job ${number} is ${status}, its charge ${charged.refunded ? 'was refunded' : 'is kept'}`);
}
