import type { NewAuditEntry } from '../audit/audit.ts';
import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import { isUuid } from '../shared/new-id.ts';
import { wait } from '../shared/wait.ts';
import { isFinal, type TurnRecord } from '../turn/turn.ts';
import type { TurnProcess } from '../turn/turn-process.ts';
import type { OwnedTurnStore } from '../turn/turn-store.ts';
import { isOwnedBy } from './follow-turn.ts';

/** How long a response waits for the final state; the stop itself does not depend on it. */
const settleMs = 2_000;
const pollMs = 50;

export interface CancelOptions {
  readonly turns: Pick<OwnedTurnStore, 'cancel' | 'find'>;
  readonly process: Pick<TurnProcess, 'running'>;
}

/**
 * Stops a turn wherever it runs: at once in this process, within a heartbeat in another. Returns its record, which is
 * final unless the process that runs it is slow to store the end. A final turn stays as it is, and leaves no `entry`.
 */
export async function cancelTurn(
  owner: Owner,
  turnId: string,
  { turns, process }: CancelOptions,
  entry?: NewAuditEntry,
): Promise<TurnRecord> {
  if (!isUuid(turnId)) throw errors.jobNotFound();
  const id = turnId.toLowerCase();
  let record = await turns.cancel(owner, id, entry);
  const live = process.running.find(id);
  if (live !== null && isOwnedBy(live, owner)) live.stop({ kind: 'cancelled', code: 'cancelled' });
  const deadline = performance.now() + settleMs;
  while (record !== null && !isFinal(record.state) && performance.now() < deadline) {
    await wait(pollMs, AbortSignal.timeout(settleMs));
    record = await turns.find(owner, id);
  }
  if (record === null) throw errors.jobNotFound();
  return record;
}
