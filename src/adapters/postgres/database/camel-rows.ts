import type { Queryable } from './database.ts';

/**
 * Reads rows under the names that the code has for their columns: `created_at` is `createdAt`. The statement names
 * every column of `Row` and no other.
 */
export async function camelRows<Row extends object>(
  database: Queryable,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const rows = await database.query(text, values);
  return rows.map((row) => {
    const renamed: Row = Object.fromEntries(Object.entries(row).map(withCamelName));
    return renamed;
  });
}

/** The first row; null where there is none. */
export async function camelRow<Row extends object>(
  database: Queryable,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row | null> {
  const [row] = await camelRows<Row>(database, text, values);
  return row ?? null;
}

function withCamelName([column, value]: [string, unknown]): unknown[] {
  return [column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value];
}
