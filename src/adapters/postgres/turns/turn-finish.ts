import type { Finish, FinishResult } from '#core/turn/turn-store.ts';
import type { Queryable } from '../database/database.ts';
import { finishesLiteral } from './turn-batches.ts';

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
    'select finish_attempts($1, $2) as results',
    [finishesLiteral(batch), from],
  );
  return row?.results ?? [];
}
