import { DatabaseUnavailable } from '../errors.ts';
import type { CountedCall } from '../models/counted-call.ts';
import { untilItWorks } from '../shared/wait.ts';
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
  const runs = await whileRunning(live, () => turns.noteCalls({ clientId, turnId, attempt, calls, next }));
  if (!runs) live.stop({ kind: 'lost' });
  live.signal.throwIfAborted();
}

/** Waits while the database is unavailable, and rejects when the attempt is stopped meanwhile. */
export function whileRunning<T>(live: LiveTurn, store: () => Promise<T>): Promise<T> {
  return untilItWorks(store, (error) => error instanceof DatabaseUnavailable, live.signal);
}
