import type { Finish, FinishResult } from '#core/turn/turn-store.ts';
import type { Queryable } from '../database/database.ts';
import { finishesLiteral } from './turn-batches.ts';
import { describeCalls } from './turn-calls.ts';

/** `followed`: other turns wait in the conversation, and nothing was changed. */
export type AttemptFinish = FinishResult | 'followed';

/** Ends attempts whose conversations have no waiting turns: nothing is left to decide, so one statement is enough. */
export async function finishAttempts(
  database: Queryable,
  batch: readonly Finish[],
): Promise<readonly AttemptFinish[]> {
  const isWhole = batch.every(({ textFrom }) => textFrom === 0);
  const from = isWhole ? null : batch.map(({ textFrom }) => textFrom || null);
  const [row] = await database.query<{ results: readonly AttemptFinish[] }>(
    'select finish_attempts($1, $2, $3, $4) as results',
    [finishesLiteral(batch), from, firstTextsOf(batch), callsOf(batch)],
  );
  return row?.results ?? [];
}

/** The times to the first text, in the order of the batch; null where no turn has any. */
export function firstTextsOf(batch: readonly Finish[]): readonly (number | null)[] | null {
  const times = batch.map(({ firstTextMs }) => firstTextMs);
  return times.every((time) => time === null) ? null : times;
}

/** What each attempt has called, in the order of the batch; null where none has called anything. */
export function callsOf(batch: readonly Finish[]): readonly (string | null)[] | null {
  const calls = batch.map((finish) => describeCalls(finish.calls));
  return calls.every((described) => described === null) ? null : calls;
}
