import { wait } from '../shared/wait.ts';
import type { ErasureStore } from './erasure-store.ts';
import type { ErasureKey } from './erasure-writer.ts';

const pauseMs = 50;

/** Does one erasure to its end, or until the time is over. Any process may continue it meanwhile or afterwards. */
export async function finishErasure(
  erasures: ErasureStore,
  key: ErasureKey,
  limitMs: number,
): Promise<'erased' | 'erasing'> {
  const end = performance.now() + limitMs;
  for (;;) {
    const step = await erasures.step(key);
    if (step !== 'worked' && !(await erasures.isUnderWay(key))) return 'erased';
    if (performance.now() >= end) return 'erasing';
    if (step !== 'worked') await wait(pauseMs);
  }
}

/** Resumes the erasures that are due, until none has anything left to do, or `signal` aborts. */
export async function resumeErasures(erasures: ErasureStore, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await erasures.step()) === 'worked');
}
