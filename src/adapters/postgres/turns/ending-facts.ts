import type { TurnErrorCode } from '#contract/errors.ts';
import type { JobStatus, Lane } from '#contract/jobs.ts';
import type { LockedTurn, OtherTurn } from '#core/turn/decide-ending.ts';
import type { Rows, Statement } from '../database/statement-group.ts';

export interface TurnKey {
  readonly clientId: number;
  readonly turnId: string;
  /** Set when a person asks: only their own turns are then found. */
  readonly userId?: string;
}

/** A locked turn, with the values that its ending is stored with. */
export interface StoredTurn extends LockedTurn {
  readonly conversationId: string;
  readonly day: string;
  readonly userSeq: number;
  readonly clientSlug: string;
  readonly userId: string;
}

interface FactsRow {
  readonly state: JobStatus;
  readonly attempt: number;
  readonly lane: Lane | null;
  readonly deaths: number;
  readonly cancel_reason: TurnErrorCode | null;
  readonly conversation_id: string;
  readonly day: string;
  readonly user_seq: number;
  readonly client_slug: string;
  readonly external_user_id: string;
  readonly holder: LockedTurn['holder'];
  readonly has_text: boolean;
  readonly has_waited_too_long: boolean;
  readonly others: readonly OtherTurn[];
}

/** $1, $2: the turn. $3: its owner, or null. Final turns are not found. */
const found = `from turns t where t.client_id = $1 and t.id = $2 and ($3::text is null or t.external_user_id = $3)
  and (t.state = 'queued' or t.state = 'running')`;

/** Locks the turn's usage rows, its conversation and itself, in the global lock order. */
const lockSql = `select lock_turn(t.client_id, t.id) is null as is_gone ${found}`;

/** $4: how long a turn may wait, in milliseconds, or null. */
const factsSql = `
  select t.state, t.attempt, t.lane, t.deaths, t.cancel_reason, t.conversation_id, t.charge_day as day, t.user_seq,
    t.external_user_id, (select slug from clients c where c.id = t.client_id) as client_slug,
    case when t.process_id is null then null
      when exists (select from processes p where p.id = t.process_id) then 'alive' else 'gone' end as holder,
    t.state = 'running' and exists (select from turn_output o where o.client_id = t.client_id and o.turn_id = t.id
      and o.attempt = t.attempt and o.text <> '') as has_text,
    coalesce(t.queued_at < now() - $4 * interval '1 ms', false) as has_waited_too_long,
    (select coalesce(json_agg(json_build_object('id', o.id, 'state', o.state, 'lane', o.lane,
          'isClaimable', o.tag is not null, 'isBefore', o.place < turn_order(t.overtakes, t.answer_seq))
        order by o.place), '[]')
      from (select q.id, q.state, q.lane, q.tag, turn_order(q.overtakes, q.answer_seq) as place from turns q
        where q.client_id = t.client_id and q.conversation_id = t.conversation_id and q.id <> t.id
          and (q.state = 'running' or q.state = 'queued')) o) as others
  ${found}`;

/** Locks a turn, its conversation and its usage rows, and reads the facts that decide about it. */
export function factsOf(
  { clientId, turnId, userId }: TurnKey,
  queueTtlMs: number | null = null,
): readonly Statement[] {
  const values = [clientId, turnId, userId ?? null];
  return [
    { text: lockSql, values },
    { text: factsSql, values: [...values, queueTtlMs] },
  ];
}

/** The turn in the rows of `factsOf`; null when it is final or does not exist. */
export function turnIn(rows: readonly Rows[]): StoredTurn | null {
  const [row]: FactsRow[] = rows.at(-1) ?? [];
  if (row === undefined) return null;
  const { state, attempt, lane, deaths, day, holder, others } = row;
  return {
    state,
    attempt,
    lane,
    deaths,
    day,
    holder,
    others,
    cancelReason: row.cancel_reason,
    conversationId: row.conversation_id,
    userSeq: row.user_seq,
    clientSlug: row.client_slug,
    userId: row.external_user_id,
    hasText: row.has_text,
    hasWaitedTooLong: row.has_waited_too_long,
  };
}
