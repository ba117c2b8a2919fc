import type { Lane } from '#contract/jobs.ts';
import type { NewAuditEntry } from '#core/audit/audit.ts';
import type { CountedCall } from '#core/models/counted-call.ts';
import {
  decideBegin,
  type LockedTurn,
  nextInConversation,
  type OtherTurn,
  type TurnDecision,
} from '#core/turn/decide-ending.ts';
import type { HistoryMessage } from '#core/turn/turn.ts';
import type { Finish } from '#core/turn/turn-store.ts';
import type { SettledTurn } from '#core/turn/turn-telemetry.ts';
import { appendingAuditEntry } from '../administration/audit-store.ts';
import type { Database } from '../database/database.ts';
import { factsOf, type StoredTurn, type TurnKey, turnIn } from './ending-facts.ts';
import {
  beginStatement,
  claimableStatements,
  endingStatements,
  finishStatements,
} from './ending-statements.ts';
import { type HistoryRow, historyOf } from './turn-rows.ts';

const historySql = 'select history_of($1, $2, $3) as history';

/** Settles turns one by one: reads their facts under the locks, lets core decide, and stores the decision. */
export class TurnEndings {
  readonly #database: Database;
  readonly #notify: (lanes: readonly Lane[]) => Promise<void>;
  readonly #onSettled: ((turn: SettledTurn) => void) | undefined;

  constructor(
    database: Database,
    notify: (lanes: readonly Lane[]) => Promise<void>,
    onSettled?: (turn: SettledTurn) => void,
  ) {
    this.#database = database;
    this.#notify = notify;
    this.#onSettled = onSettled;
  }

  /** Applies the decision of `decide` to a turn; does nothing to a final one. */
  async settle(
    key: TurnKey,
    by: SettledTurn['by'],
    decide: (turn: LockedTurn) => TurnDecision,
    { queueTtlMs = null, entry, calls = null }: SettleOptions = {},
  ): Promise<void> {
    const facts = factsOf(key, queueTtlMs);
    const { result } = await this.#database.readDecideWrite<Settled | null>(facts, (rows) => {
      const turn = turnIn(rows);
      if (turn === null) return nothing(null);
      const decision = decide(turn);
      const stored = endingStatements(key, turn, decision, calls);
      const noted = entry === undefined || stored.length === 0 ? [] : [appendingAuditEntry(entry)];
      return { result: { turn, decision }, store: [...stored, ...noted], afterCommit: [] };
    });
    if (result === null) return;
    const settled = settledTurn(key, by, result);
    if (settled !== null) this.#onSettled?.(settled);
    const lane = laneOf(result.turn, result.decision);
    if (lane !== null) await this.#notify([lane]);
  }

  /**
   * Ends an attempt whose conversation has other waiting turns. False: it no longer runs, or runs as another attempt.
   */
  async finish(finish: Finish): Promise<boolean> {
    const { result } = await this.#database.readDecideWrite<OtherTurn | 'none' | 'refused'>(
      factsOf(finish),
      (rows) => {
        const turn = turnIn(rows);
        if (turn?.state !== 'running' || turn.attempt !== finish.attempt) return nothing('refused');
        const next = nextInConversation(turn.others);
        return {
          result: next ?? 'none',
          store: [...finishStatements(finish), ...claimableStatements(finish, next)],
          afterCommit: [],
        };
      },
    );
    if (typeof result !== 'string' && result.lane !== null) await this.#notify([result.lane]);
    return result !== 'refused';
  }

  /** Starts a stream that waited for its conversation. */
  async begin(key: TurnKey, processId: string): Promise<readonly HistoryMessage[] | 'wait' | 'gone'> {
    const { result, afterCommit } = await this.#database.readDecideWrite<'gone' | 'wait' | 'begin'>(
      factsOf(key),
      (rows) => {
        const turn = turnIn(rows);
        if (turn === null) return nothing('gone');
        const result = decideBegin(turn);
        if (result !== 'begin') return nothing(result);
        const history = { text: historySql, values: [key.clientId, turn.conversationId, turn.userSeq] };
        return { result, store: [beginStatement(key, processId)], afterCommit: [history] };
      },
    );
    if (result !== 'begin') return result;
    const [row]: { history: HistoryRow[] }[] = afterCommit[0] ?? [];
    return historyOf(row?.history ?? []);
  }
}

interface SettleOptions {
  readonly queueTtlMs?: number | null;
  /** Stored in the transaction of the decision, when that changes anything. */
  readonly entry?: NewAuditEntry;
  /** The calls of the running attempt, from its process. */
  readonly calls?: readonly CountedCall[] | null;
}

interface Settled {
  readonly turn: StoredTurn;
  readonly decision: TurnDecision;
}

/** Null where the decision leaves the turn as it is, or leaves it to its process. */
function settledTurn(key: TurnKey, by: SettledTurn['by'], { turn, decision }: Settled): SettledTurn | null {
  const names = {
    turnId: key.turnId,
    clientId: key.clientId,
    clientSlug: turn.clientSlug,
    userId: turn.userId,
    delivery: turn.lane === null ? 'stream' : 'job',
    by,
  } as const;
  switch (decision.kind) {
    case 'none':
    case 'stop':
      return null;
    case 'requeue':
      return { ...names, became: 'queued', error: null, isRefunded: false };
    case 'end': {
      const { state, errorCode, isRefunded } = decision.ending;
      return { ...names, became: state, error: errorCode, isRefunded };
    }
  }
}

function nothing<T>(result: T) {
  return { result, store: [], afterCommit: [] };
}

/** The lane in which a job has become claimable. */
function laneOf(turn: LockedTurn, decision: TurnDecision): Lane | null {
  switch (decision.kind) {
    case 'none':
    case 'stop':
      return null;
    case 'requeue':
      return turn.lane;
    case 'end':
      return decision.next?.lane ?? null;
  }
}
