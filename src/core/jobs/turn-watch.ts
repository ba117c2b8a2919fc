import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import { ChangeWatch } from '../shared/change-watch.ts';
import type { OwnedTurnStore, TurnLook } from '../turn/turn-store.ts';

export interface WatchedTurn {
  readonly owner: Owner;
  readonly turnId: string;
}

export type TurnWatch = ChangeWatch<WatchedTurn, TurnLook>;

/** Waits for changes of turns that run elsewhere. A reader whose turn is gone gets `job_not_found`. */
export function createTurnWatch(turns: Pick<OwnedTurnStore, 'look'>): TurnWatch {
  return new ChangeWatch<WatchedTurn, TurnLook>({
    everyMs: 200,
    restFactor: 4,
    keyOf: ({ owner, turnId }) => `${owner.clientId} ${turnId} ${owner.userId}`,
    signatureOf,
    look: async (watched) => (await turns.look(watched)).map((look) => look ?? errors.jobNotFound()),
  });
}

/** Everything about a turn that counts as news. The estimate of its start does not, because it drifts all the time. */
function signatureOf({ record, mark }: TurnLook): string {
  const { state, attempt, position, refunded } = record;
  return [state, attempt, position, refunded, mark].join(' ');
}
