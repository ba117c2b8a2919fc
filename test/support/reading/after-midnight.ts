import { setTimeout as delay } from 'node:timers/promises';

const dayMs = 86_400_000;
/** Longer than a test counts. */
const nearMs = 20_000;

/** Resolves after midnight UTC when that is near, because a test that counts by the day must not see two of them. */
export async function afterMidnight(): Promise<void> {
  const leftMs = dayMs - (Date.now() % dayMs);
  if (leftMs < nearMs) await delay(leftMs + 100);
}
