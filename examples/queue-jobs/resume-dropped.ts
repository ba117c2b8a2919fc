import type { Parley } from '../../src/sdk/index.ts';
import type { QueuedJob } from './queue-jobs.ts';

/** Follows a job, drops the connection in the middle of the answer, and resumes behind the last piece. */
export async function resumeDropped(client: Parley, { uuid, user, number }: QueuedJob): Promise<void> {
  const dropped = client.jobs.follow(uuid, user);
  let text = '';
  for await (const piece of dropped) {
    text += piece;
    if (text.length > 100) break;
  }
  console.log(
    `the stream of job ${number} was dropped after ${text.length} characters, at ${dropped.cursor}`,
  );

  for await (const piece of client.jobs.follow(uuid, { ...user, after: dropped.cursor })) text += piece;
  const { answer } = await client.jobs.output(uuid, user);
  console.log(
    `resumed, it has ${text.length}: ${text === answer ? 'nothing missing, nothing twice' : 'not the answer'}`,
  );
}
