import type { Lane } from '#contract/jobs.ts';
import type { Finish, FinishResult } from '#core/turn/turn-store.ts';
import type { Queryable } from '../database/database.ts';
import { finishColumns, finishesLiteral } from './turn-batches.ts';

const sql = 'select finish_turns($1) as results';

/** The beginning of a long answer is in the database already, as the partial output before a byte. */
const joiningSql = `
  select finish_turns(array(
    select row(${finishColumns.map((name) => (name === 'text' ? "coalesce(before.text, '') || x.text" : `x.${name}`)).join(', ')})::finish
    from unnest($1::finish[]) with ordinality x
    left join lateral (select string_agg(o.text, '' order by o.byte_offset) as text from turn_output o
      where o.client_id = x.client_id and o.turn_id = x.turn_id and o.attempt = x.attempt
        and o.byte_offset < ($2::integer[])[x.ordinality]) before on true
    order by x.ordinality)) as results`;

/** Ends attempts. Answers, for each, the lane that has a new job, '' for none, and null where it was refused. */
export async function finishTurns(
  database: Queryable,
  batch: readonly Finish[],
): Promise<readonly (Lane | '' | null)[]> {
  const literal = finishesLiteral(batch);
  const isWhole = batch.every((finish) => finish.textFrom === 0);
  const [row] = isWhole
    ? await database.query<{ results: (Lane | '' | null)[] }>(sql, [literal])
    : await database.query<{ results: (Lane | '' | null)[] }>(joiningSql, [
        literal,
        batch.map((finish) => finish.textFrom),
      ]);
  return row?.results ?? [];
}

export async function finishResults(
  database: Queryable,
  batch: readonly Finish[],
  released: readonly (Lane | '' | null)[],
): Promise<readonly FinishResult[]> {
  const replaced = released.includes(null) ? await replacedAmong(database, batch) : new Set<Finish>();
  return batch.map((finish, index) => {
    if (released[index] !== null) return 'stored';
    return replaced.has(finish) ? 'replaced' : 'ended';
  });
}

/** The attempts that another attempt has replaced; one that ended in any other way does not count. */
async function replacedAmong(database: Queryable, batch: readonly Finish[]): Promise<Set<Finish>> {
  const rows = await database.query<{ place: number }>(
    `select a.place from unnest($1::integer[], $2::uuid[], $3::integer[]) with ordinality
       a(client_id, id, attempt, place)
     join turns t on t.client_id = a.client_id and t.id = a.id and t.attempt > a.attempt`,
    [
      batch.map(({ clientId }) => clientId),
      batch.map(({ turnId }) => turnId),
      batch.map(({ attempt }) => attempt),
    ],
  );
  const places = new Set(rows.map((row) => row.place));
  return new Set(batch.filter((_, index) => places.has(index + 1)));
}
