import type { FailureReason, TurnErrorCode } from '#contract/errors.ts';
import type { FinishReason, JobStatus, Lane, TurnKind } from '#contract/jobs.ts';
import type { Owner } from '#core/identity/caller.ts';
import { etaSeconds, type Pace } from '#core/turn/eta.ts';
import type { TurnRecord } from '#core/turn/turn.ts';
import type { TurnSnapshot } from '#core/turn/turn-store.ts';
import type { Queryable } from '../database/database.ts';
import { actionsOfRow, type ShownCallsRow, shownCallsSql, shownStepsOfRow } from './shown-calls.ts';

interface TurnRow extends ShownCallsRow {
  id: string;
  conversation_id: string;
  message_id: string;
  agent_slug: string;
  door: TurnKind;
  state: JobStatus;
  lane: Lane | null;
  position: number | null;
  service_ms: number | null;
  slots: number | null;
  busy: number | null;
  attempt: number;
  priority: boolean;
  deep_dive: boolean;
  refunded: boolean;
  is_confirmation: boolean;
  finish_reason: FinishReason | null;
  error_code: TurnErrorCode | null;
  error_reason: FailureReason | null;
  input_tokens: number | null;
  output_tokens: number | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

/**
 * A turn that waits for its conversation is placed as if it entered the queue now, behind earlier turns of its own
 * conversation.
 *
 * @param t the alias of the turn
 */
export const placeOfWaiting = (t: string) => `waiting_position(${t}.lane, ${t}.client_id)
        + (select count(*) from turns b
          where b.client_id = ${t}.client_id and b.conversation_id = ${t}.conversation_id and b.state = 'queued'
            and b.tag is null and turn_order(b.overtakes, b.answer_seq) < turn_order(${t}.overtakes, ${t}.answer_seq))`;

const columns = `
  t.id, t.conversation_id, t.message_id, t.agent_slug, t.door, t.state, t.lane, t.attempt, t.priority,
    t.deep_dive, t.refunded, t.confirms is not null as is_confirmation, t.finish_reason, t.error_code, t.error_reason, t.input_tokens, t.output_tokens, t.created_at, t.started_at, t.finished_at,
    case
      when t.state = 'running' then 0
      when t.state <> 'queued' or t.lane is null then null
      when t.tag is not null then queue_position(t.lane, t.tag, t.id)
      else ${placeOfWaiting('t')}
    end as position,
    p.service_ms, p.slots, p.busy, shown.steps, shown.actions`;

/** The extent of the stored output of the current attempt; it is only ever compared with itself. */
export const markSql = `
  coalesce((select o.byte_offset + octet_length(o.text) from turn_output o
    where o.client_id = t.client_id and o.turn_id = t.id and o.attempt = t.attempt and t.state = 'running'
    order by o.byte_offset desc limit 1), 0)`;

/** The slots that run a job. Without a worker there are none, and nothing is counted. */
const busySql = `case when sum(slots) > 0 then
  (select count(*)::int from turns r where r.state = 'running' and r.door = 'job') end`;

const findSql = `
  select ${columns}
  from turns t
  cross join lateral (select avg(service_ms)::float as service_ms, sum(slots)::int as slots, ${busySql} as busy
    from processes where t.state = 'queued' and lease_until > now() and slots > 0) p
  ${shownCallsSql}
  where t.client_id = $1 and t.external_user_id = $2 and t.id = $3`;

/** Each turn is looked up by its key, because the cost of a plan that joins sets depends on the size of the table. */
const pollSql = `
  select a.place, ${columns}, ${markSql} as mark
  from unnest($1::integer[], $2::text[], $3::uuid[]) with ordinality a(client_id, user_id, id, place)
  cross join lateral (select * from turns where turns.client_id = a.client_id
    and turns.external_user_id = a.user_id and turns.id = a.id offset 0) t
  cross join (select avg(service_ms)::float as service_ms, sum(slots)::int as slots, ${busySql} as busy
    from processes where lease_until > now() and slots > 0) p
  ${shownCallsSql}`;

export async function findTurn(
  database: Queryable,
  owner: Owner,
  turnId: string,
): Promise<TurnRecord | null> {
  const [row] = await database.query<TurnRow>(findSql, [owner.clientId, owner.userId, turnId]);
  return row === undefined ? null : recordOf(row);
}

/** Reads many turns in one statement, in the order requested; null for a turn that its owner does not have. */
export async function pollTurns(
  database: Queryable,
  asked: readonly { readonly owner: Owner; readonly turnId: string }[],
): Promise<(TurnSnapshot | null)[]> {
  const rows = await database.query<TurnRow & { place: number; mark: number }>(pollSql, [
    asked.map(({ owner }) => owner.clientId),
    asked.map(({ owner }) => owner.userId),
    asked.map(({ turnId }) => turnId),
  ]);
  const snapshots = new Map(rows.map((row) => [row.place, { record: recordOf(row), mark: row.mark }]));
  return asked.map((_, index) => snapshots.get(index + 1) ?? null);
}

function recordOf(row: TurnRow): TurnRecord {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    messageId: row.message_id,
    agentSlug: row.agent_slug,
    kind: row.door,
    state: row.state,
    lane: row.lane,
    position: row.position,
    etaSeconds: etaSeconds(row.position, paceOf(row)),
    attempt: row.attempt,
    priority: row.priority,
    deepDive: row.deep_dive,
    refunded: row.refunded,
    isConfirmation: row.is_confirmation,
    finishReason: row.finish_reason,
    errorCode: row.error_code,
    errorReason: row.error_reason,
    tokens: { input: row.input_tokens, output: row.output_tokens },
    steps: shownStepsOfRow(row) ?? [],
    actions: actionsOfRow(row) ?? [],
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

function paceOf({ service_ms: serviceMs, slots, busy }: TurnRow): Pace {
  return { serviceMs, slots: slots ?? 0, busy: busy ?? 0 };
}
