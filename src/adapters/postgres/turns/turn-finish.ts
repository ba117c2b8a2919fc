import type { Finish, FinishResult } from '#core/turn/turn-store.ts';
import type { Queryable } from '../database/database.ts';
import { describeSources } from '../database/stored-sources.ts';
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
  const values = [finishesLiteral(batch), from, firstTextsOf(batch), callsOf(batch)];
  const sources = sourcesIn(batch);
  const [row] = await database.query<{ results: readonly AttemptFinish[] }>(
    sources === null ? finishSql : finishSourcedSql,
    sources === null ? values : [...values, sources],
  );
  return row?.results ?? [];
}

const finishSql = 'select finish_attempts($1, $2, $3, $4) as results';
const finishSourcedSql = 'select finish_sourced_attempts($1, $2, $3, $4, $5) as results';

/** What each answer rests on, in the order of the batch; null where no document was looked at. */
export function sourcesIn(batch: readonly Finish[]): readonly (string | null)[] | null {
  const sources = batch.map((finish) => describeSources(finish.sources));
  return sources.every((described) => described === null) ? null : sources;
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
