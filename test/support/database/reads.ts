import type { Queryable } from '#adapters/postgres/database/database.ts';

interface Explained {
  readonly 'QUERY PLAN': readonly {
    readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
  }[];
}

/** Blocks that a statement reads, once its plans are made: a cost that does not depend on the machine. */
export async function blocksRead(database: Queryable, text: string): Promise<number> {
  const explain = `explain (analyze, buffers, timing off, format json) ${text}`;
  let blocks = Number.NaN;
  for (let run = 0; run < 2; run += 1) {
    const [row] = await database.query<Explained>(explain);
    const plan = row?.['QUERY PLAN'][0]?.Plan;
    if (plan === undefined) throw new Error('nothing was explained');
    blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return blocks;
}
