import type { Statement } from '../database/statement-group.ts';

/** How many chunks one statement removes or adds, so that it stays far below its limit. */
export const chunksAtATime = 1_000;

/**
 * Tables may be small when the plan is made, and large when it is used: only look-ups by the primary key stay short.
 * The statement holds for the transaction.
 */
export const lookUpByKey: Statement = {
  text: `select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`,
};

/**
 * Removes chunks of a corpus, whose row is locked, with their postings, which are found one by one through the lexemes
 * of the chunk. Counts of lexemes change in the order in which every writer takes them. Answers with the lexemes that no
 * chunk contains any more.
 */
export function removingChunks(corpusId: number, ids: readonly number[]): Statement {
  return {
    text: `with gone as (
        delete from chunks where corpus = $1 and id = any ($2::integer[]) returning id, lexemes, length),
      words as materialized (
        select g.id, w.lexeme collate "C" as lexeme from gone g, unnest(g.lexemes) w(lexeme)),
      places as materialized (
        select array(select p.ctid from words w cross join lateral (
          select ctid from postings where corpus = $1 and lexeme = w.lexeme and chunk = w.id limit 1) p) as ctids),
      unposted as (delete from postings where ctid = any ((select ctids from places)::tid[])),
      counted as (
        insert into lexemes (corpus, lexeme, df)
        select $1, w.lexeme, -count(*) from words w group by w.lexeme order by w.lexeme
        on conflict (corpus, lexeme) do update set df = lexemes.df + excluded.df returning lexeme, df),
      totals as (
        update corpora c set chunks = c.chunks - t.chunks, length = c.length - t.length
        from (select count(*)::integer as chunks, coalesce(sum(length), 0) as length from gone) t where c.id = $1)
      select lexeme from counted where df = 0`,
    values: [corpusId, ids],
  };
}

export function forgettingLexemes(corpusId: number, lexemes: readonly string[]): Statement {
  return {
    text: 'delete from lexemes where corpus = $1 and lexeme = any ($2::text[])',
    values: [corpusId, lexemes],
  };
}

export interface ChunkToAdd {
  readonly id: number;
  readonly n: number;
  readonly heading: string;
  readonly body: string;
  /** The text by whose words it is found. */
  readonly searched: string;
}

/** Adds chunks of a document to a corpus, whose row is locked, with what finds them. */
export function addingChunks(
  corpusId: number,
  document: { readonly id: string; readonly language: string },
  chunks: readonly ChunkToAdd[],
): Statement {
  return {
    text: `with added as materialized (
        select a.id, a.n, a.heading, a.body, w.lexemes, w.tfs, w.length
        from unnest($4::integer[], $5::integer[], $6::text[], $7::text[], $8::text[]) a(id, n, heading, body, searched),
          lateral (
            select coalesce(array_agg(l.lexeme order by l.lexeme collate "C"), '{}') as lexemes,
              coalesce(array_agg(l.tf order by l.lexeme collate "C"), '{}') as tfs,
              coalesce(sum(l.tf), 0)::integer as length
            from text_lexemes($3, a.searched) l) w),
      words as materialized (
        select a.id, w.lexeme collate "C" as lexeme, w.tf, a.length from added a, unnest(a.lexemes, a.tfs) w(lexeme, tf)),
      stored as (
        insert into chunks (corpus, id, document, n, heading, body, lexemes, length)
        select $1, a.id, $2, a.n, a.heading, a.body, a.lexemes, a.length from added a),
      posted as (
        insert into postings (corpus, lexeme, chunk, tf, length)
        select $1, w.lexeme, w.id, w.tf, least(w.length, 32767) from words w order by w.lexeme, w.id),
      counted as (
        insert into lexemes (corpus, lexeme, df)
        select $1, w.lexeme, count(*) from words w group by w.lexeme order by w.lexeme
        on conflict (corpus, lexeme) do update set df = lexemes.df + excluded.df)
      update corpora c set chunks = c.chunks + t.chunks, length = c.length + t.length
      from (select count(*)::integer as chunks, coalesce(sum(length), 0) as length from added) t where c.id = $1`,
    values: [
      ...[corpusId, document.id, document.language],
      ...[chunks.map(({ id }) => id), chunks.map(({ n }) => n), chunks.map(({ heading }) => heading)],
      ...[chunks.map(({ body }) => body), chunks.map(({ searched }) => searched)],
    ],
  };
}
