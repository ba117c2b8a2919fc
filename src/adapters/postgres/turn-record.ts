import type { TurnErrorCode } from '#contract/errors.ts';
import type { FinishReason, JobStatus, Lane } from '#contract/jobs.ts';
import type { Owner } from '#core/identity/caller.ts';
import { etaSeconds } from '#core/jobs/eta.ts';
import type { TurnRecord } from '#core/turn/turn.ts';
import type { Queryable } from './database.ts';

interface TurnRow {
  id: string;
  conversation_id: string;
  message_id: string;
  agent_slug: string;
  door: 'stream' | 'job';
  state: JobStatus;
  lane: Lane | null;
  position: number | null;
  service_ms: number | null;
  slots: number | null;
  attempt: number;
  priority: boolean;
  deep_dive: boolean;
  refunded: boolean;
  finish_reason: FinishReason | null;
  error_code: TurnErrorCode | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

/**
 * A turn that waits for its conversation stands where it would if it entered now, behind those of its own
 * conversation that were there before.
 */
const sql = `
  select t.id, t.conversation_id, t.message_id, t.agent_slug, t.door, t.state, t.lane, t.attempt, t.priority,
    t.deep_dive, t.refunded, t.finish_reason, t.error_code, t.created_at, t.started_at, t.finished_at,
    case
      when t.state = 'running' then 0
      when t.state <> 'queued' or t.lane is null then null
      when t.tag is not null then queue_position(t.lane, t.tag, t.id)
      else waiting_position(t.lane, t.client_id) + (select count(*) from turns b
        where b.client_id = t.client_id and b.conversation_id = t.conversation_id and b.state = 'queued'
          and b.tag is null and (-b.overtakes, b.answer_seq) < (-t.overtakes, t.answer_seq))
    end as position,
    p.service_ms, p.slots
  from turns t,
    lateral (select avg(service_ms)::float as service_ms, sum(slots)::int as slots from processes
             where t.state = 'queued' and lease_until > now() and slots > 0) p
  where t.client_id = $1 and t.external_user_id = $2 and t.id = $3`;

export async function findTurn(
  database: Queryable,
  owner: Owner,
  turnId: string,
): Promise<TurnRecord | null> {
  const [row] = await database.query<TurnRow>(sql, [owner.clientId, owner.userId, turnId]);
  return row === undefined ? null : recordOf(row);
}

function recordOf(row: TurnRow): TurnRecord {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    messageId: row.message_id,
    agentSlug: row.agent_slug,
    door: row.door,
    state: row.state,
    lane: row.lane,
    position: row.position,
    etaSeconds: etaSeconds(row.position, { serviceMs: row.service_ms, slots: row.slots ?? 0 }),
    attempt: row.attempt,
    priority: row.priority,
    deepDive: row.deep_dive,
    refunded: row.refunded,
    finishReason: row.finish_reason,
    errorCode: row.error_code,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}
