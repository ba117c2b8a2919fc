import type { Queryable } from '#adapters/postgres/database/database.ts';

interface Explained {
  readonly 'QUERY PLAN': readonly {
    readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
  }[];
}

/**
 * The fewest blocks that a statement reads in a few runs: a cost that does not depend on the machine. The first run
 * makes the plans, and so does a later one where the server has vacuumed or analyzed a table meanwhile, or was told so
 * much by other sessions that it has forgotten what it knew.
 */
export async function blocksRead(database: Queryable, text: string): Promise<number> {
  const explain = `explain (analyze, buffers, timing off, format json) ${text}`;
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 4; run += 1) {
    const [row] = await database.query<Explained>(explain);
    const plan = row?.['QUERY PLAN'][0]?.Plan;
    if (plan === undefined) throw new Error('nothing was explained');
    least = Math.min(least, plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
  }
  return least;
}

/** The blocks that all statements of `work` read, and what little else happens in this database meanwhile. */
export async function blocksDuring(database: Queryable, work: () => Promise<unknown>): Promise<number> {
  const before = await blocksSoFar(database);
  await work();
  return (await blocksSoFar(database)) - before;
}

/** The connection of `database` is the only one: each tells the server what it has read when it is asked to. */
async function blocksSoFar(database: Queryable): Promise<number> {
  await database.query('select pg_stat_force_next_flush()');
  const [row] = await database.query<{ blocks: number }>(
    'select (blks_hit + blks_read)::float8 as blocks from pg_stat_database where datname = current_database()',
  );
  return row?.blocks ?? Number.NaN;
}
