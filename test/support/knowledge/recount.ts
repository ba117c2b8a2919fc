import type { Queryable } from '#adapters/postgres/database/database.ts';

/**
 * What a corpus counts that its chunks do not say, as one line for each difference; empty when all is right. Lexemes are
 * made again from the texts, which must have spaces between their words.
 */
export async function recount(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ wrong: string }>(recountSql);
  return rows.map(({ wrong }) => wrong);
}

const recountSql = `
  with text as materialized (
    select c.corpus, c.id, c.document, octet_length(c.heading) + octet_length(c.body) as bytes,
      to_tsvector(d.language::regconfig, d.title || E'\\n' || c.heading || E'\\n' || c.body) as words
    from chunks c join documents d on d.corpus = c.corpus and d.id = c.document),
  word as materialized (
    select t.corpus, t.id, w.lexeme collate "C" as lexeme, cardinality(w.positions) as tf
    from text t, unnest(t.words) w),
  size as materialized (select corpus, id, sum(tf) as length from word group by 1, 2),
  posting as (select w.corpus, w.lexeme, w.id as chunk, w.tf, s.length from word w join size s using (corpus, id))
  select 'postings that no chunk has: ' || count(*) as wrong
  from (select corpus, lexeme, chunk, tf, length from postings except
    select corpus, lexeme, chunk, tf, length from posting) x having count(*) > 0
  union all select 'postings that are missing: ' || count(*)
  from (select corpus, lexeme, chunk, tf, length from posting except
    select corpus, lexeme, chunk, tf, length from postings) x having count(*) > 0
  union all select 'counts of lexemes that differ: ' || count(*)
  from (select corpus, lexeme, count(*) as df from word group by 1, 2) w
    full join lexemes l on l.corpus = w.corpus and l.lexeme = w.lexeme
  where l.df is distinct from w.df having count(*) > 0
  union all select 'chunks without a document: ' || count(*)
  from chunks c where not exists (select from documents d where d.corpus = c.corpus and d.id = c.document)
  having count(*) > 0
  union all select 'documents that are counted wrong: ' || string_agg(d.id, ', ')
  from documents d
  where d.chunks <> (select count(*) from text t where t.corpus = d.corpus and t.document = d.id)
    or d.bytes <> (select coalesce(sum(t.bytes), 0) from text t where t.corpus = d.corpus and t.document = d.id)
    or (select array_agg(c.n order by c.n) from chunks c where c.corpus = d.corpus and c.document = d.id)
      is distinct from array(select generate_series(0, d.chunks - 1))
  having count(*) > 0
  union all select 'a corpus that is counted wrong: ' || c.id || ' ' || row(c.documents, c.restricted, c.chunks, c.length, c.bytes, c.languages)
  from corpora c
  where (c.documents, c.restricted, c.chunks, c.length, c.bytes) is distinct from (
      (select count(*)::integer from documents d where d.corpus = c.id),
      (select count(d.requires)::integer from documents d where d.corpus = c.id),
      (select count(*)::integer from chunks k where k.corpus = c.id),
      (select coalesce(sum(s.length), 0)::bigint from size s where s.corpus = c.id),
      (select coalesce(sum(t.bytes), 0)::bigint from text t where t.corpus = c.id))
    or c.languages is distinct from array(select distinct d.language from documents d where d.corpus = c.id order by 1)`;
