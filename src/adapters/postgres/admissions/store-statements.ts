import { type QuotaDimension, quotaDimensions } from '#contract/quota.ts';
import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';
import { waitingIsGivenBack } from '#core/turn/is-given-back.ts';
import type { Statement } from '../database/statement-group.ts';
import { eachDimension } from '../usage/dimension-columns.ts';
import { admittedLiteral } from './admitted-rows.ts';

/** Everything that the admitted turns of a batch write. A statement raises where it meets what the facts ruled out. */
export function storeStatements(
  turns: readonly TurnToStore[],
  bursts: ReadonlyMap<number, number>,
): Statement[] {
  if (turns.length === 0) return [];
  const renewed = turns.filter((turn) => turn.renewsKey);
  return [
    ...(renewed.length > 0 ? [removeExpiredKeys(renewed)] : []),
    ...(bursts.size > 0 ? [countBursts(bursts)] : []),
    { text: storeTurns, values: [admittedLiteral(turns)] },
    ...jobStatements(turns.filter(({ request }) => request.kind === 'job')),
    ...interruptions(turns.filter((turn) => turn.interrupts)),
  ];
}

/** A key that another transaction has used meanwhile is not removed, and its insertion raises. */
function removeExpiredKeys(turns: readonly TurnToStore[]): Statement {
  return {
    text: `delete from idempotency_keys k
      using unnest($1::integer[], $2::text[], $3::text[], $4::text[]) a(client_id, user_id, route, key)
      where k.client_id = a.client_id and k.external_user_id = a.user_id and k.route = a.route and k.key = a.key
        and k.created_at <= now() - interval '24 hours'`,
    values: [
      turns.map(({ request }) => request.owner.clientId),
      turns.map(({ request }) => request.owner.userId),
      turns.map(({ request }) => request.kind),
      turns.map(({ request }) => request.idempotencyKey),
    ],
  };
}

/** Adds to the minute that is being counted, or begins one. */
function countBursts(bursts: ReadonlyMap<number, number>): Statement {
  return {
    text: `insert into burst_windows as b (client_id, window_start, requests)
        select client_id, now(), requests from unnest($1::integer[], $2::integer[]) a(client_id, requests)
      on conflict (client_id) do update set
        requests = case when b.window_start > now() - interval '1 minute'
                        then b.requests + excluded.requests else excluded.requests end,
        window_start = case when b.window_start > now() - interval '1 minute'
                            then b.window_start else excluded.window_start end`,
    values: [[...bursts.keys()], [...bursts.values()]],
  };
}

const columns = quotaDimensions.join(', ');

/** The charge of a row in a dimension. */
function chargeIn(dimension: QuotaDimension): string {
  return `charges[${quotaDimensions.indexOf(dimension) + 1}]`;
}

/**
 * One statement, because most of what a single turn costs is the start of statements. Tags are given here, under the
 * queue's lock, which is taken last.
 */
const storeTurns = `with a as materialized (
    select client_id, turn_id, user_id, conversation_id, is_new, agent, title, prompt, user_message_id, user_seq,
      message_id, answer_seq, door, state, lane, place, limited, interrupts, priority, deep_dive, retry,
      on_disconnect, process_id, idempotency_key, request_hash, charges
    from unnest($1::admitted_turn[])
  ), tags as materialized (
    select lane, client_id, jobs, next_tag(lane, client_id, jobs) as last_tag
    from (select lane, client_id, count(*)::integer as jobs from a where place is not null
          group by lane, client_id order by lane, client_id) g
  ), begun as (
    insert into conversations (client_id, id, external_user_id, agent_slug, title, next_seq, message_count)
      select client_id, conversation_id, user_id, agent, title, 3, 1 from a where is_new
  ), continued as (
    update conversations v set next_seq = a.answer_seq + 1, message_count = v.message_count + (not a.retry)::integer,
        last_message_at = now(), updated_at = now()
      from a where not a.is_new and v.client_id = a.client_id and v.id = a.conversation_id
  ), asked as (
    insert into messages (client_id, conversation_id, seq, id, role, content, status, deep_dive, turn_id)
      select client_id, conversation_id, user_seq, user_message_id, 'user', prompt, 'complete', deep_dive, turn_id
      from a where not retry
  ), stored as (
    insert into turns (client_id, id, conversation_id, external_user_id, agent_slug, door, state, lane, tag,
        attempt, process_id, priority, deep_dive, retry, on_disconnect, user_message_id, user_seq, message_id,
        answer_seq, charge_day, idempotency_key, started_at, limited, overtakes)
      select a.client_id, a.turn_id, a.conversation_id, a.user_id, a.agent, a.door, a.state, a.lane,
        t.last_tag - t.jobs + a.place, (a.state = 'running')::integer, a.process_id, a.priority, a.deep_dive,
        a.retry, a.on_disconnect, a.user_message_id, a.user_seq, a.message_id, a.answer_seq, utc_day(),
        a.idempotency_key, case when a.state = 'running' then now() end, a.limited,
        case when a.interrupts then 1 + (select coalesce(max(q.overtakes), 0) from turns q
          where q.client_id = a.client_id and q.conversation_id = a.conversation_id and q.state = 'queued')
          else 0 end
      from a left join tags t on a.place is not null and t.lane = a.lane and t.client_id = a.client_id
  ), charged as (
    insert into ledger (client_id, turn_id, kind, external_user_id, day, ${columns})
      select client_id, turn_id, 'charge', user_id, utc_day(), ${eachDimension(chargeIn)} from a
  ), keyed as (
    insert into idempotency_keys (client_id, external_user_id, route, key, request_hash, turn_id)
      select client_id, user_id, door, idempotency_key, request_hash, turn_id from a
      where idempotency_key is not null
  ), counted as (
    update usage_clients u set ${eachDimension((name) => `${name} = u.${name} + c.${name}`)}
      from (select client_id, ${eachDimension((name) => `sum(${chargeIn(name)}) as ${name}`)}
            from a group by client_id) c
      where u.client_id = c.client_id and u.day = utc_day()
  )
  insert into usage_users as u (client_id, day, external_user_id, ${columns})
    select client_id, utc_day(), user_id, ${eachDimension((name) => `sum(${chargeIn(name)})`)}
    from a group by client_id, user_id
  on conflict (client_id, day, external_user_id)
    do update set ${eachDimension((name) => `${name} = u.${name} + excluded.${name}`)}`;

/** Counts the jobs that may be claimed at once. Clients with a limit are found through the first of their jobs. */
function jobStatements(jobs: readonly TurnToStore[]): Statement[] {
  const claimable = jobs.filter((turn) => turn.isClaimable);
  if (claimable.length === 0) return [];
  const count: Statement = {
    text: `select count_turns(array_agg(t.lane), array_agg(t.tag), array_agg(t.id), 1) as counted ${placed}`,
    values: turnKeys(claimable),
  };
  const limited = claimable.filter((turn) => turn.isLimited);
  if (limited.length === 0) return [count];
  const enter = `select enter_heads(t.lane, t.client_id, t.external_user_id, t.tag, t.id) as entered ${placed}`;
  return [count, { text: enter, values: turnKeys(limited) }];
}

const placed = `from unnest($1::integer[], $2::uuid[]) a(client_id, id)
  join turns t on t.client_id = a.client_id and t.id = a.id`;

/** What runs is told to stop, and streams that wait are cancelled. */
function interruptions(turns: readonly TurnToStore[]): Statement[] {
  return turns.flatMap(({ request, conversationId }) => {
    const key = [request.owner.clientId, conversationId, request.turnId];
    const interrupt = {
      text: 'select interrupt_turns($1, $2, $3, $4) as interrupted',
      values: [...key, waitingIsGivenBack],
    };
    return request.kind === 'stream' ? [interrupt] : [interrupt, { text: placeFirst, values: key }];
  });
}

/** A job that has interrupted what only waited may be claimed at once: it goes before all of that. */
const placeFirst = `update turns set tag = next_tag(lane, client_id), queued_at = now()
  where client_id = $1 and id = $3 and not exists (select from turns r
    where r.client_id = $1 and r.conversation_id = $2 and r.state = 'running')`;

interface PositionRow {
  readonly id: string;
  readonly position: number;
}

/** The places of jobs, exact because the queue is still locked. Where one waits for its conversation, the place it would get. */
export function readPositions(jobs: readonly TurnToStore[]): Statement {
  return {
    text: `with asked as materialized (select t.client_id, t.id, t.lane, t.tag ${placed}),
      places as materialized (
        select queue_positions(array_agg(lane), array_agg(tag), array_agg(id)) as by_id from asked where tag is not null)
      select s.id, case when s.tag is null then waiting_position(s.lane, s.client_id)
          else (p.by_id ->> s.id::text)::bigint end as position
      from asked s cross join places p`,
    values: turnKeys(jobs),
  };
}

export function positionsIn(rows: readonly PositionRow[]): ReadonlyMap<string, number> {
  return new Map(rows.map(({ id, position }) => [id, position]));
}

function turnKeys(turns: readonly TurnToStore[]): readonly unknown[] {
  return [turns.map(({ request }) => request.owner.clientId), turns.map(({ request }) => request.turnId)];
}
