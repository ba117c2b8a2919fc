import type { Parley } from '../../src/sdk/index.ts';

export interface QueuedJob {
  readonly uuid: string;
  readonly number: number;
  /** Its place in the queue when it was accepted. */
  readonly position: number | null;
  readonly user: { readonly externalUserId: string };
}

const questions = ['What is a job?', 'What is a quota?', 'Who owns a conversation?', 'What is a cursor?'];

/** Queues jobs at once, alternating between the users. The service numbers them in order of arrival. */
export async function queueJobs(
  client: Parley,
  userIds: readonly string[],
  count: number,
): Promise<QueuedJob[]> {
  const started = performance.now();
  const jobs = await Promise.all(
    Array.from({ length: count }, async (_none, index): Promise<QueuedJob> => {
      const user = { externalUserId: userIds[index % userIds.length] ?? 'user' };
      const prompt = questions[index % questions.length] ?? '';
      const { job_uuid, queue_position } = await client.jobs.create({ prompt, ...user });
      if (index % 10 === 9)
        console.log(`job ${index + 1} of ${user.externalUserId} has position ${queue_position}`);
      return { uuid: job_uuid, number: index + 1, position: queue_position, user };
    }),
  );
  console.log(`${count} jobs were accepted in ${Math.round(performance.now() - started)} ms`);
  return jobs;
}
