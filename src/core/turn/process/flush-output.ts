import { DatabaseUnavailable } from '../../errors.ts';
import { blockBytes } from '../answer-text.ts';
import type { Flush, LiveTurn } from '../live-turn.ts';
import type { HeartbeatResult, OutputPiece } from '../turn-store.ts';

/** The most text in one heartbeat: it has to be written well within the lease that it renews. */
export const beatBytes = 4 * 1024 * 1024;

/**
 * The text that the next heartbeat stores: of the turns whose text has waited longest, as much as one heartbeat may
 * carry. `readTurns` are those whose stored text has readers.
 */
export function dueFlushes(
  turns: Iterable<LiveTurn>,
  now: number,
  readTurns: ReadonlySet<string>,
  mostBytes = beatBytes,
): Flush[] {
  const waiting = [...turns]
    .map((live) => ({ live, since: live.dueSince(now, readTurns.has(live.turn.id)) }))
    .filter(({ since }) => since !== null)
    .sort((one, other) => (one.since ?? 0) - (other.since ?? 0));
  const flushes: Flush[] = [];
  let left = mostBytes;
  for (const { live } of waiting) {
    if (left < blockBytes) break;
    const flush = live.flush(left);
    flushes.push(flush);
    left -= flush.bytes;
  }
  return flushes;
}

/** Whether more text may be waiting than one heartbeat can carry. */
export function isFull(flushes: readonly Flush[], mostBytes = beatBytes): boolean {
  return flushes.reduce((sum, flush) => sum + flush.bytes, 0) > mostBytes / 2;
}

/**
 * Sends a heartbeat with text. The lease and the cancellations do not depend on the text: if the heartbeat fails, it
 * is sent without any, and then with the text of each turn by itself, so that one that cannot be stored delays no
 * other.
 */
export async function beatWith(
  flushes: readonly Flush[],
  send: (output: readonly OutputPiece[]) => Promise<HeartbeatResult>,
  onError: (error: unknown) => void,
): Promise<HeartbeatResult> {
  try {
    return await sendAll(flushes, send);
  } catch (error) {
    if (flushes.length === 0) throw error;
    const answer = await send([]);
    if (answer.alive) await sendEach(flushes, send, onError);
    return answer;
  }
}

async function sendEach(
  flushes: readonly Flush[],
  send: (output: readonly OutputPiece[]) => Promise<HeartbeatResult>,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const flush of flushes) {
    try {
      await sendAll([flush], send);
    } catch (error) {
      flush.holdBack();
      if (!(error instanceof DatabaseUnavailable)) onError(error);
    }
  }
}

async function sendAll(
  flushes: readonly Flush[],
  send: (output: readonly OutputPiece[]) => Promise<HeartbeatResult>,
): Promise<HeartbeatResult> {
  const answer = await send(flushes.flatMap((flush) => flush.pieces));
  if (answer.alive) for (const flush of flushes) flush.confirm();
  return answer;
}
