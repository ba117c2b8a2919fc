import { setTimeout as delay } from 'node:timers/promises';

/** Answers of a look that say that what is waited for has not come yet. */
type NotYet = null | undefined | false;

const firstPauseMs = 10;
/** Each look costs the machine a request or a statement, and other tests run beside this one. */
const longestPauseMs = 50;

/** Looks again and again until the answer is something, and returns that. Fails after `seconds`. */
export async function until<T>(look: () => Promise<T> | T, seconds = 60): Promise<Exclude<T, NotYet>> {
  const deadline = performance.now() + seconds * 1_000;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.2, longestPauseMs)) {
    const answer = await look();
    if (hasCome(answer)) return answer;
    if (performance.now() > deadline) throw new Error(`not within ${seconds} s: ${look}`);
    await delay(pauseMs);
  }
}

function hasCome<T>(answer: T): answer is Exclude<T, NotYet> {
  return answer !== null && answer !== undefined && answer !== false;
}
