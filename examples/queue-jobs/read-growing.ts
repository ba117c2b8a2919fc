import type { Parley } from '../../src/sdk/index.ts';
import type { QueuedJob } from './queue-jobs.ts';

/** Reads the output of a job while it is written, each time only the new text, and compares it with the answer. */
export async function readGrowing(client: Parley, { uuid, user, number }: QueuedJob): Promise<void> {
  const sizes: number[] = [];
  let text = '';
  let after: string | undefined;
  for (;;) {
    const output = await client.jobs.output(uuid, { ...user, after, waitSeconds: 10 });
    text += output.text;
    after = output.cursor;
    if (output.text !== '') sizes.push(text.length);
    if (!output.final) continue;
    console.log(`the output of job ${number} grew to ${sizes.join(', ')} characters`);
    console.log(`its pieces ${text === output.answer ? 'are' : 'are not'} the answer`);
    return;
  }
}
