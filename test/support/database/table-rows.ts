import type { Queryable } from '#adapters/postgres/database/database.ts';

/** Table → its columns and rows, each row as PostgreSQL writes it. */
export type TableRows = ReadonlyMap<
  string,
  { readonly columns: readonly string[]; readonly rows: readonly string[] }
>;

/** Every row of every table but the records of `migrate`, in the columns that it has now. */
export async function readTableRows(database: Queryable): Promise<TableRows> {
  const found = await database.query<{ table_name: string; columns: string[] }>(`
    select c.table_name, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not in ('parley_migrations', 'parley_release')
    group by c.table_name order by c.table_name`);
  const all = new Map<string, { columns: readonly string[]; rows: readonly string[] }>();
  for (const { table_name, columns } of found) {
    all.set(table_name, { columns, rows: await rowsOf(database, table_name, columns) });
  }
  return all;
}

/** The rows of one table, in the given columns only. */
export async function rowsOf(
  database: Queryable,
  table: string,
  columns: readonly string[],
): Promise<readonly string[]> {
  const list = columns.map((name) => `"${name}"`).join(', ');
  const rows = await database.query<{ row: string }>(
    `select row_to_json(r)::text as row from (select ${list} from "${table}") r order by 1`,
  );
  return rows.map(({ row }) => row);
}
