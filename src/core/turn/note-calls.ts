import { DatabaseUnavailable } from '../errors.ts';
import type { CountedCall } from '../models/counted-call.ts';
import { wait } from '../shared/wait.ts';
import type { LiveTurn } from './live-turn.ts';
import type { RunningTurnStore } from './turn-store.ts';

/**
 * Stores what an attempt has called, before it calls `next`: a process that dies leaves one call that was not
 * described, and never two. Waits while the database is unavailable, and rejects when the attempt is stopped, or has
 * been replaced by another.
 */
export async function noteCalls(
  live: LiveTurn,
  calls: readonly CountedCall[],
  next: string,
  turns: Pick<RunningTurnStore, 'noteCalls'>,
): Promise<void> {
  const { clientId, id: turnId, attempt } = live.turn;
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
    try {
      if (await turns.noteCalls({ clientId, turnId, attempt, calls, next })) return;
      live.stop({ kind: 'lost' });
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
    await wait(pauseMs, live.signal);
  }
}
