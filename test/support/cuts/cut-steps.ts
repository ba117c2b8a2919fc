import type { Job } from '#contract/jobs.ts';
import { mockPiece } from '../mock/mock-scenario.ts';
import type { JobCaller } from '../world/job-caller.ts';
import { type Begins, transaction } from './cut-begins.ts';
import { persist, type Trial } from './cut-trial.ts';

const patienceSeconds = 90;

export async function cancelled(trial: Trial, id: string): Promise<void> {
  await trial.expect(trial.arm(transaction), trial.cancel(id));
  await trial.cancelAtLast(id);
}

/** The first question of a conversation ends, which lets the second one begin. */
export async function release(trial: Trial, begins: Begins): Promise<{ later: Promise<unknown> }> {
  const { caller } = trial;
  const id = await trial.enqueueAtLast();
  await untilStalled(caller, id);
  const { conversation_uuid } = await persist(() => caller.job(id));
  const second = trial.another();
  const waiting = await second.enqueueAtLast({ conversation_uuid });
  const exchange = trial.arm(begins);
  await trial.cancelAtLast(id);
  await exchange;
  await finalAtLast(caller, id);
  await untilStalled(caller, waiting);
  await trial.cancelAtLast(waiting);
  return { later: finalAtLast(caller, waiting) };
}

/** A turn whose process lost it with a connection is found and recovered within seconds. */
export function finalAtLast(caller: JobCaller, id: string): Promise<Job> {
  return persist(() => caller.untilFinal(id, patienceSeconds));
}

/** Waits until the process that runs it has all of the answer's text before the stall. */
export async function untilStalled(caller: JobCaller, id: string): Promise<void> {
  await persist(() => caller.untilRunning(id));
  const followed = await caller.follow(id);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of followed.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    // Leaving the loop leaves the answer, which continues.
    if (text.endsWith(stallText)) return;
  }
  throw new Error(`it ended after ${text}`);
}

/** Waits until all of the answer's text before the stall is stored. */
export async function outputOf(caller: JobCaller, id: string): Promise<string> {
  let { text, cursor } = await persist(() => caller.output(id, undefined, 10));
  while (!text.endsWith(stallText)) {
    const after = cursor;
    const more = await persist(() => caller.output(id, after, 10));
    text += more.text;
    cursor = more.cursor;
  }
  return text;
}

/** The last text of an answer before it stalls. */
const stallText = mockPiece(0);
