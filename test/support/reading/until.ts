import { setTimeout as delay } from 'node:timers/promises';

/** Answers of a look that say that what is waited for has not come yet. */
type NotYet = null | undefined | false;

/** Looks again and again until the answer is something, and returns that. Fails after `seconds`. */
export async function until<T>(look: () => Promise<T> | T, seconds = 60): Promise<Exclude<T, NotYet>> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    const answer = await look();
    if (hasCome(answer)) return answer;
    if (performance.now() > deadline) throw new Error(`not within ${seconds} s: ${look}`);
    await delay(10);
  }
}

function hasCome<T>(answer: T): answer is Exclude<T, NotYet> {
  return answer !== null && answer !== undefined && answer !== false;
}
