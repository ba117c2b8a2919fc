import { largestInteger } from '#contract/limits.ts';
import type { CountedCall } from '#core/models/counted-call.ts';
import type { OtherTurn, TurnDecision, TurnEnding } from '#core/turn/decide-ending.ts';
import type { Finish } from '#core/turn/turn-store.ts';
import type { Statement } from '../database/statement-group.ts';
import type { StoredTurn, TurnKey } from './ending-facts.ts';
import { finishesLiteral } from './turn-batches.ts';
import { describeCalls } from './turn-calls.ts';
import { callsOf, firstTextsOf, sourcesIn } from './turn-finish.ts';

/**
 * The statements that store a decision about a turn. `calls` are those of its running attempt; null where its process is
 * gone.
 */
export function endingStatements(
  key: TurnKey,
  turn: StoredTurn,
  decision: TurnDecision,
  calls: readonly CountedCall[] | null,
): readonly Statement[] {
  switch (decision.kind) {
    case 'none':
      return [];
    case 'stop':
      return [{ text: stopSql, values: [...idOf(key), decision.reason] }];
    case 'requeue':
      return [...countingCalls(key, turn, calls), ...requeueing(key, decision.deaths)];
    case 'end':
      return [
        ...countingCalls(key, turn, calls),
        ...countingDeaths(key, turn, decision.ending),
        endingOf(key, turn, decision.ending),
        ...claimableStatements(key, decision.next),
      ];
  }
}

/** Store the end of an attempt that ran to completion here. */
export function finishStatements(finish: Finish): readonly Statement[] {
  const end = finishesLiteral([finish]);
  const sources = sourcesIn([finish]);
  return [
    {
      text: endSql,
      values: [end, 'running', [finish.textFrom], firstTextsOf([finish]), callsOf([finish])],
    },
    ...(sources === null ? [] : [{ text: sourcesSql, values: [end, ['stored'], sources] }]),
  ];
}

/** Gives the next job of a conversation its place in the fair order. */
export function claimableStatements({ clientId }: TurnKey, next: OtherTurn | null): readonly Statement[] {
  return next === null ? [] : [{ text: makeClaimableSql, values: [clientId, next.id] }];
}

/** Starts a waiting stream. */
export function beginStatement(key: TurnKey, processId: string): Statement {
  return { text: beginSql, values: [...idOf(key), processId] };
}

function requeueing(key: TurnKey, deaths: number): readonly Statement[] {
  return [
    { text: dropOutputSql, values: idOf(key) },
    { text: lockQueueSql },
    { text: requeueSql, values: [...idOf(key), deaths] },
  ];
}

/** Only a running attempt has called anything. */
function countingCalls(
  key: TurnKey,
  { state }: StoredTurn,
  calls: readonly CountedCall[] | null,
): readonly Statement[] {
  if (state !== 'running') return [];
  if (calls === null) return [{ text: lostCallsSql, values: idOf(key) }];
  const described = describeCalls(calls);
  return described === null ? [] : [{ text: callsSql, values: [...idOf(key), described] }];
}

function countingDeaths(key: TurnKey, turn: StoredTurn, { deaths }: TurnEnding): readonly Statement[] {
  return deaths === turn.deaths ? [] : [{ text: deathSql, values: [...idOf(key), deaths] }];
}

/**
 * The answer is the text that its attempt has stored. For a waiting turn, text of an earlier attempt does not count.
 */
function endingOf({ clientId, turnId }: TurnKey, turn: StoredTurn, ending: TurnEnding): Statement {
  const { attempt, conversationId, day, state } = turn;
  const end = {
    clientId,
    turnId,
    attempt,
    conversationId,
    day,
    state: ending.state,
    text: '',
    finishReason: ending.finishReason,
    errorCode: ending.errorCode,
    refund: ending.isRefunded,
    flushed: true,
    model: null,
    inputTokens: null,
    outputTokens: null,
  };
  // No answer has as many bytes.
  const keptBytes = state === 'running' ? largestInteger : 0;
  return {
    text: endSql,
    values: [finishesLiteral([end]), state, [keptBytes], null, null],
  };
}

function idOf({ clientId, turnId }: TurnKey): readonly [number, string] {
  return [clientId, turnId];
}

/** $3: the reason. The first one counts. */
const stopSql =
  'update turns set cancel_reason = $3 where client_id = $1 and id = $2 and cancel_reason is null';

const dropOutputSql = 'delete from turn_output where client_id = $1 and turn_id = $2';

const lockQueueSql = 'select lock_queue()';

/** Requeues to the head of the lane: turns that were passed over may have a lower tag than the last claimed one. */
const requeueSql = `
  update turns t set state = 'queued', deaths = $3, process_id = null, queued_at = now(), calls = null,
      tag = (select least(l.virtual_time, (select min(q.tag) from turns q where q.lane = l.lane and q.tag is not null))
             from lane_of(t.lane) l)
  where t.client_id = $1 and t.id = $2`;

const deathSql = 'update turns set deaths = $3 where client_id = $1 and id = $2';

/**
 * $1: a batch of `finish`. $2: the state that they are in. $3: the bytes before their texts. $4: their first texts. $5:
 * their calls, where these are not entered before.
 */
const endSql = 'select store_ends($1, $2, $3, $4, $5, false)';

const sourcesSql = 'select store_sources($1, $2, $3)';

const lostCallsSql = 'select enter_lost_calls($1, $2)';

const callsSql = 'select enter_calls_of_turn($1, $2, $3)';

const makeClaimableSql = `
  update turns set tag = next_tag(lane, client_id), queued_at = now() where client_id = $1 and id = $2`;

/** $3: the process. */
const beginSql = `
  update turns set state = 'running', attempt = 1, started_at = now(), process_id = $3
  where client_id = $1 and id = $2`;
