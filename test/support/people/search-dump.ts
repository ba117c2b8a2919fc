import type { Queryable } from '#adapters/postgres/database/database.ts';

/** The tables with a row whose text contains one of the words, in every schema: a text search of a dump. */
export async function tablesWith(database: Queryable, words: readonly string[]): Promise<readonly string[]> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query<{ row: string }>(
      `select r::text as row from ${name} r
       where exists (select from unnest($1::text[]) word where position(word in r::text) > 0) limit 1`,
      [words],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 300)}`));
  }
  return found;
}
