import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import { ChangeWatch } from '../shared/change-watch.ts';
import type { OwnedTurnStore, TurnSnapshot } from '../turn/turn-store.ts';

export interface WatchedTurn {
  readonly owner: Owner;
  readonly turnId: string;
}

export type TurnWatch = ChangeWatch<WatchedTurn, TurnSnapshot>;

/** Waits for changes of turns that run elsewhere. A reader whose turn is gone gets `job_not_found`. */
export function createTurnWatch(turns: Pick<OwnedTurnStore, 'poll'>): TurnWatch {
  return new ChangeWatch<WatchedTurn, TurnSnapshot>({
    everyMs: 200,
    restFactor: 4,
    keyOf: ({ owner, turnId }) => `${owner.clientId} ${turnId} ${owner.userId}`,
    signatureOf,
    poll: async (watched) => (await turns.poll(watched)).map((found) => found ?? errors.jobNotFound()),
  });
}

/** Everything about a turn that counts as news. The estimate of its start does not, because it drifts all the time. */
function signatureOf({ record, mark }: TurnSnapshot): string {
  const { state, attempt, position, refunded } = record;
  return [state, attempt, position, refunded, mark].join(' ');
}
