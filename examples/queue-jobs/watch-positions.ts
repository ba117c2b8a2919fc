import type { Parley } from '../../src/sdk/index.ts';
import type { QueuedJob } from './queue-jobs.ts';

/** Follows each job until it ends and prints its position; resolves with the number of changes. */
export async function watchPositions(client: Parley, jobs: readonly QueuedJob[]): Promise<number> {
  const changes = await Promise.all(jobs.map((job) => watchPosition(client, job)));
  return changes.reduce((sum, count) => sum + count, 0);
}

async function watchPosition(client: Parley, { uuid, user, number }: QueuedJob): Promise<number> {
  const seen: (number | null)[] = [];
  for (;;) {
    const waitSeconds = seen.length === 0 ? 0 : 10;
    const { queue_position } = await client.jobs.get(uuid, { ...user, waitSeconds });
    if (queue_position !== seen.at(-1)) seen.push(queue_position);
    if (queue_position === null) break;
  }
  console.log(`job ${number} stood at ${seen.map((position) => position ?? 'done').join(', ')}`);
  return seen.length - 1;
}
