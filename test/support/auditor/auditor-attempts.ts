import assert from 'node:assert/strict';
import type { Queryable } from '#adapters/postgres/database/database.ts';
import type { Evidence } from './auditor-evidence.ts';
import { numberOf } from './auditor-numbers.ts';

/** How far two clocks of one machine may differ. */
const clockMs = 50;

/**
 * Checks every step that a turn took in the database: its attempts are 1…n, each begun once and after a wait, and
 * nothing follows its end.
 */
export async function attemptsHaveNoGaps(database: Queryable): Promise<void> {
  const wrong = await database.query(`
    with steps as (
      select h.*, lag(attempt) over turn as attempt_before, lag(state) over turn as state_before
      from test_history h window turn as (partition by client_id, turn_id order by n)
    )
    select turn_id, n, state_before, attempt_before, state, attempt from steps
    where attempt - coalesce(attempt_before, 0) not in (0, 1)
      or (attempt > coalesce(attempt_before, 0) and (state <> 'running' or state_before <> 'queued'))
      or (attempt = attempt_before and state = 'running' and state_before <> 'running')
      or state_before not in ('queued', 'running')
    union all
    select t.id, null, null, null, t.state, t.attempt from turns t
    where (t.state, t.attempt) is distinct from (select (h.state, h.attempt) from test_history h
      where h.client_id = t.client_id and h.turn_id = t.id order by h.n desc limit 1)`);
  assert.deepEqual(wrong, [], 'attempts are not 1 to n without gaps');
}

/** Output was stored only for the attempt that was current at that moment. */
export async function lateOutputIsRefused(database: Queryable): Promise<void> {
  const late = await database.query('select * from test_output where attempt <> current_attempt');
  assert.deepEqual(late, [], 'output of an attempt that was over');
}

/** Stored text comes from a call that was made after the last attempt had begun. */
export async function answersAreOfTheLastAttempt({ database, turns, calls }: Evidence): Promise<void> {
  const begun = await database.query<{ turn_id: string; attempt: number; ms: number }>(`
    select turn_id, attempt, min(extract(epoch from at)::float * 1000) as ms from test_history
    where state = 'running' group by turn_id, attempt`);
  const beginnings = new Map(begun.map(({ turn_id, attempt, ms }) => [`${turn_id} ${attempt}`, ms]));
  const wrong = turns.filter(({ id, state, attempt, answer }) => {
    const call = calls[(numberOf(answer) ?? 0) - 1];
    if (state !== 'completed' || call === undefined) return false;
    return performance.timeOrigin + call.at < (beginnings.get(`${id} ${attempt}`) ?? 0) - clockMs;
  });
  assert.deepEqual(wrong, [], 'an answer of an attempt that was over');
}

/**
 * In a conversation a turn begins only when those before it have ended. One that interrupts goes before those that
 * wait, which then begin after it.
 */
export async function conversationsTakeTurns(database: Queryable): Promise<void> {
  const wrong = await database.query(`
    with spans as (
      select t.client_id, t.conversation_id, t.id, t.answer_seq, t.overtakes,
        (select min(h.n) from test_history h where h.client_id = t.client_id and h.turn_id = t.id
          and h.state = 'running') as began,
        (select max(h.n) from test_history h where h.client_id = t.client_id and h.turn_id = t.id) as ended
      from turns t
    )
    select later.id as began, later.overtakes, earlier.id as before from spans later
      join spans earlier using (client_id, conversation_id)
      where earlier.answer_seq < later.answer_seq and later.began < earlier.ended
        and (later.overtakes <= earlier.overtakes or exists (select 1 from test_history h
          where h.client_id = earlier.client_id and h.turn_id = earlier.id and h.state = 'running'
            and h.n > later.began and h.n < later.ended))`);
  assert.deepEqual(wrong, [], 'a turn began before the one in front of it had ended');
}
