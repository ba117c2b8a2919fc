import pg from 'pg';

/**
 * The schema of a database as SQL text that is the same on every version of PostgreSQL. pg_dump's is not; it also
 * refuses servers newer than itself and is not part of the embedded PostgreSQL. The text is for readers and for
 * comparison.
 */
export async function dumpSchema(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const lines = async (sql: string) =>
      (await client.query<{ text: string }>(sql)).rows.map(({ text }) => text);
    const parts = [
      ...(await lines(typesSql)),
      ...(await lines(tablesSql)),
      ...(await lines(functionsSql)),
      ...(await lines(triggersSql)),
    ];
    return `-- Written by \`npm run schema\`: what database/migrations and database/functions add up to.\n\n${parts.join('\n\n')}\n`;
  } finally {
    await client.end();
  }
}

/** The tables in which `migrate` keeps its own records are left out. */
const ours = `n.nspname = 'public' and c.relname not in ('parley_migrations', 'parley_release')`;

const columnText = `'  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
  || case when a.attidentity = 'a' then ' generated always as identity' else '' end
  || case when a.attnotnull then ' not null' else '' end
  || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
  || case when col_description(a.attrelid, a.attnum) = 'person' then ' /* person */' else '' end`;

const columns = `
  select string_agg(${columnText}, E',\\n' order by a.attnum) from pg_attribute a
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

const typesSql = `
  select 'create type ' || c.relname || E' as (\\n' || (${columns}) || E'\\n);' as text
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind = 'c'
  order by c.relname`;

/** From PostgreSQL 18 on, NOT NULL is a constraint of its own; here it is part of its column. */
const constraints = `
  select string_agg(E',\\n  constraint ' || o.conname || ' ' || pg_get_constraintdef(o.oid), ''
      order by o.contype <> 'p', o.conname)
  from pg_constraint o where o.conrelid = c.oid and o.contype in ('p', 'u', 'f', 'c')`;

const indexes = `
  select string_agg(E'\\n' || lower(left(pg_get_indexdef(i.indexrelid), 6)) || substr(pg_get_indexdef(i.indexrelid), 7) || ';',
      '' order by pg_get_indexdef(i.indexrelid))
  from pg_index i where i.indrelid = c.oid
    and not exists (select from pg_constraint o where o.conindid = i.indexrelid and o.contype in ('p', 'u'))`;

const tablesSql = `
  select coalesce('-- ' || obj_description(c.oid, 'pg_class') || E'\\n', '') || 'create table ' || c.relname || E' (\\n' || (${columns}) || coalesce((${constraints}), '') || E'\\n)'
    || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') || ';' || coalesce((${indexes}), '') as text
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind = 'r'
  order by c.relname`;

const functionsSql = `
  select rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' as text
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'
  order by p.proname, pg_get_function_identity_arguments(p.oid)`;

const triggersSql = `
  select pg_get_triggerdef(t.oid) || ';' as text
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where ${ours} and not t.tgisinternal order by t.tgname`;
