import type { StopWordCounter } from '#core/knowledge/guess-language.ts';
import type { Queryable } from '../database/database.ts';

/** The stop words that the server has for its own text search configurations. */
export class PostgresStopWords implements StopWordCounter {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** A dictionary makes nothing of a stop word. Words, the second kind of token, lead to it in every alphabet. */
  async count(words: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.query<{ language: string; times: number }>(
      `select c.cfgname::text as language, sum(w.times)::int as times
       from pg_ts_config c
       join pg_ts_config_map m on m.mapcfg = c.oid and m.maptokentype = 2 and m.mapseqno = 1
       join pg_ts_dict d on d.oid = m.mapdict and d.dictinitoption like '%stopwords%'
       cross join unnest($1::text[], $2::int[]) as w (word, times)
       where c.cfgnamespace = 'pg_catalog'::regnamespace and ts_lexize(d.oid::regdictionary, w.word) = '{}'
       group by c.cfgname`,
      [[...words.keys()], [...words.values()]],
    );
    return new Map(rows.map(({ language, times }) => [language, times]));
  }
}
