import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';
import { waitingIsRefunded } from '#core/turn/is-refunded.ts';
import type { Statement } from '../database/statement-group.ts';
import { placeOfWaiting } from '../turns/turn-record.ts';
import { confirmations } from './action-statements.ts';
import { listings } from './listing-statements.ts';
import { responseRequests } from './response-requests.ts';
import { storeTurns } from './store-turns.ts';

/** All writes of the admitted turns of a batch. A statement raises when it meets what the facts ruled out. */
export function storeStatements(
  turns: readonly TurnToStore[],
  bursts: ReadonlyMap<number, number>,
): Statement[] {
  if (turns.length === 0) return [];
  const renewed = turns.filter((turn) => turn.renewsKey);
  return [
    ...(renewed.length > 0 ? [removeExpiredKeys(renewed)] : []),
    ...(bursts.size > 0 ? [countBursts(bursts)] : []),
    storeTurns(turns),
    ...jobStatements(turns.filter(({ request }) => request.kind === 'job')),
    ...interruptions(turns.filter((turn) => turn.interrupts)),
    ...listings(turns),
    ...responseRequests(turns),
    ...confirmations(turns),
    ...traces(turns.filter(({ request }) => request.traceparent !== null)),
  ];
}

/** Only while traces are recorded: the answer of each job links to the request that queued it. */
function traces(jobs: readonly TurnToStore[]): Statement[] {
  if (jobs.length === 0) return [];
  const values = [
    jobs.map(({ request }) => request.owner.clientId),
    jobs.map(({ request }) => request.turnId),
    jobs.map(({ request }) => request.traceparent),
  ];
  const text = `insert into turn_traces (client_id, turn_id, traceparent)
    select client_id, turn_id, traceparent
    from unnest($1::integer[], $2::uuid[], $3::text[]) t(client_id, turn_id, traceparent)`;
  return [{ text, values }];
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

/** Adds to the current minute, or begins a new one. */
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

/** Counts the claimable jobs. Clients with a limit are found through the first of their jobs. */
function jobStatements(jobs: readonly TurnToStore[]): Statement[] {
  const claimable = jobs.filter((turn) => turn.isClaimable);
  if (claimable.length === 0) return [];
  const count: Statement = {
    text: `select count_turns(array_agg(t.lane), array_agg(t.tag), array_agg(t.id), 1) as counted ${placed}`,
    values: turnKeys(claimable),
  };
  const limited = claimable.filter((turn) => turn.isLimited);
  if (limited.length === 0) return [count];
  // First, because counting may split a range, which looks for the jobs in it from the first one on.
  const enter = `select enter_heads(t.lane, t.client_id, t.external_user_id, t.tag, t.id) as entered ${placed}`;
  return [{ text: enter, values: turnKeys(limited) }, count];
}

const placed = `from unnest($1::integer[], $2::uuid[]) a(client_id, id)
  join turns t on t.client_id = a.client_id and t.id = a.id`;

/**
 * Running turns are marked to be stopped; waiting streams are cancelled, and so is what waits for a replaced question.
 */
function interruptions(turns: readonly TurnToStore[]): Statement[] {
  return turns.flatMap(({ request, conversationId, setsAsideFrom }) => {
    const key = [request.owner.clientId, conversationId, request.turnId];
    const interrupt = {
      text: 'select interrupt_turns($1, $2, $3, $4) as interrupted',
      values: [...key, waitingIsRefunded],
    };
    const own = [request.owner.clientId, conversationId, waitingIsRefunded];
    const cancel = setsAsideFrom === null ? [] : [{ text: cancelSetAside, values: own }];
    const place = request.kind === 'stream' ? [] : [{ text: placeFirst, values: key }];
    return [interrupt, ...cancel, ...place];
  });
}

const cancelSetAside = 'select cancel_set_aside($1, $2, $3) as cancelled';

/** A job that interrupted only waiting turns is claimable at once, because it goes before all of them. */
const placeFirst = `update turns set tag = next_tag(lane, client_id), queued_at = now()
  where client_id = $1 and id = $3 and not exists (select from turns r
    where r.client_id = $1 and r.conversation_id = $2 and r.state = 'running')`;

interface PositionRow {
  readonly id: string;
  readonly position: number;
}

/**
 * The places of jobs, exact because the queue is still locked. A job that waits for its conversation gets the place
 * that it would have.
 */
export function readPositions(jobs: readonly TurnToStore[]): Statement {
  return {
    text: `with asked as materialized (
        select t.client_id, t.id, t.lane, t.tag, t.conversation_id, t.overtakes, t.answer_seq ${placed}),
      places as materialized (
        select queue_positions(array_agg(lane), array_agg(tag), array_agg(id)) as by_id from asked where tag is not null)
      select s.id, case when s.tag is null then ${placeOfWaiting('s')}
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
