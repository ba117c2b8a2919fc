import type { Queryable } from './database.ts';

const rowsOfSlice = 10_000;

/** One slice of each table; true where any may have more. */
export async function deleteSlices(
  database: Queryable,
  conditions: Readonly<Record<string, string>>,
): Promise<boolean> {
  let isMoreLeft = false;
  for (const [table, condition] of Object.entries(conditions)) {
    if (await deleteSlice(database, table, condition)) isMoreLeft = true;
  }
  return isMoreLeft;
}

/**
 * Deletes the rows of a table for which a condition holds, so many at a time that a statement stays far below its limit
 * however many rows there are. True where more may be left. Rows that another transaction is deleting are skipped.
 */
async function deleteSlice(database: Queryable, table: string, condition: string): Promise<boolean> {
  const [row] = await database.query<{ deleted: number }>(
    `with gone as (delete from ${table} where ctid = any (array(
         select ctid from ${table} where ${condition} limit ${rowsOfSlice} for update skip locked)) returning 1)
       select count(*)::int as deleted from gone`,
  );
  return row?.deleted === rowsOfSlice;
}
