/** The most postings that one lexeme is read from: more only where it is the rarest of the question. */
const mostPostings = 5_000;

/** The most chunks whose score is computed from all lexemes. */
const mostCandidates = 200;

/** The most chunks that are returned, of which prompts take those that fit. */
const mostBest = 24;

/** `$1` client or null, `$2` agent. */
const corporaSql = `select c.id, c.owner, c.revision, c.chunks, c.length, c.bytes, c.languages from corpora c
  where ((c.owner = $1::integer and c.agent = $2) or (c.owner is null and c.agent = $2)) and c.chunks > 0`;

export const corporaOf = `select id, case when owner is null then 'operator' else 'client' end as source,
    revision, chunks, length, bytes
  from (${corporaSql}) c order by owner nulls last`;

/** `$3` texts, `$4` their weights. Every language of the corpora reads each of them. */
export const termsOf = `with known as materialized (${corporaSql})
  select t.language, t.lexeme, t.weight,
    coalesce((select sum(l.df) from lexemes l
      where l.corpus = any (array(select id from known)) and l.lexeme = t.lexeme collate "C"), 0)::integer as chunks
  from (select l.language, x.lexeme, max(q.weight) as weight
    from (select distinct unnest(languages) as language from known) l
      cross join unnest($3::text[], $4::float8[]) q(text, weight)
      cross join lateral text_lexemes(l.language, q.text) x
    group by 1, 2) t`;

const columns = `p.corpus, case when k.owner is null then 'operator' else 'client' end as source,
  p.document as document_id, p.n as place, d.title, d.url, p.heading, p.body as text`;
/** Whether a turn may use the document `d`; a parameter has its facts. */
const mayUse = (facts: string) => `(d.requires is null or meets_requirements(${facts}::jsonb, d.requires))`;

/** `$1` corpora, `$2` facts. What only some turns may use comes last, so that prompts begin alike for all. */
export const allParts = `select ${columns}
  from chunks p join corpora k on k.id = p.corpus join documents d on d.corpus = p.corpus and d.id = p.document
  where p.corpus = any ($1::integer[]) and ${mayUse('$2')}
  order by d.requires is not null, k.owner nulls last, p.document, p.n`;

/** What a part gains by the best parts of its document, and of how many of them. */
const documentShare = 0.25;
const partsOfDocument = 3;

/** What was found and what the turn may use of it, before the best are cut. */
const candidateColumns = 'f.corpus, f.chunk, c.document, c.n, f.score, f.terms';
const placeOfFound = `cross join lateral (select c.document, c.n from chunks c
        where c.corpus = f.corpus and c.id = f.chunk offset 0) c`;
const bestFirst = 'order by f.score desc, f.corpus, f.chunk';

/**
 * BM25 in two phases: chunks are found by rare lexemes, and those that the turn may use are scored by all. A chunk whose
 * document has other good ones is better than its own words say. Postings are read from their index alone. Each look at
 * one row is a query of its own, so that it goes by the whole key: what the planner knows of these tables is old after a
 * large document, and a join by a part of the key reads a corpus for each row. Where no document requires anything,
 * which the same snapshot says, the best chunks are cut before their documents are read. Otherwise chunks are sorted
 * first, and their documents read until there are enough candidates. `$1` corpora, `$2` lexemes, `$3` their weights,
 * `$4` whether they find, `$5` what the length of a chunk weighs, `$6` facts.
 */
export const bestParts = `with term as materialized (
    select q.lexeme collate "C" as lexeme, q.weight, q.finds, 1::bigint << (q.nth - 1)::integer as flag
    from unnest($2::text[], $3::float8[], $4::boolean[]) with ordinality q(lexeme, weight, finds, nth)),
  found as materialized (
    select p.corpus, p.chunk, sum(${scoreOf('t')}) as score, bit_or(t.flag) as terms
    from term t cross join lateral (select o.corpus, o.chunk, o.tf, o.length from postings o
      where o.corpus = any ($1::integer[]) and o.lexeme = t.lexeme limit ${mostPostings}) p
    where t.finds group by 1, 2),
  restricted as materialized (
    select exists (select from corpora where id = any ($1::integer[]) and restricted > 0) as is_so),
  candidate as materialized (
    (select ${candidateColumns}
      from (select * from found f where not (select is_so from restricted) ${bestFirst} limit ${mostCandidates}) f
        ${placeOfFound})
    union all
    (select ${candidateColumns}
      from (select * from found f where (select is_so from restricted) ${bestFirst}) f ${placeOfFound}
      where (select ${mayUse('$6')} from documents d where d.corpus = f.corpus and d.id = c.document)
      ${bestFirst} limit ${mostCandidates})),
  scored as materialized (
    select c.corpus, c.chunk, c.document, c.n, c.score + coalesce(more.score, 0) as score,
      c.terms | coalesce(more.terms, 0) as terms
    from candidate c cross join lateral (
      select sum(s.score) as score, bit_or(t.flag) as terms
      from term t cross join lateral (select ${scoreOf('t')} as score from postings p
        where p.corpus = c.corpus and p.lexeme = t.lexeme and p.chunk = c.chunk offset 0) s
      where not t.finds) more),
  best as materialized (
    select s.corpus, s.chunk, s.document, s.n, s.score + ${documentShare} * sum(s.score)
      filter (where s.nth <= ${partsOfDocument}) over (partition by s.corpus, s.document) as score
    from (select s.*, row_number() over (partition by s.corpus, s.document order by s.score desc, s.chunk) as nth
      from scored s) s
    order by 5 desc, 1, 2 limit ${mostBest}),
  ranked as materialized (
    select b.corpus, b.chunk, b.document, b.n, b.score, row_number() over (order by score desc, corpus, chunk) as rank
    from best b),
  beside as (
    select r.corpus, r.document, r.n + side.step as n, r.rank, side.step
    from ranked r cross join (values (-1), (1)) side(step)
    where r.rank <= 2 or (side.step = 1 and exists (
      select from ranked o where o.corpus = r.corpus and o.document = r.document and o.n = r.n + 2))),
  wanted as (
    select corpus, chunk, rank, 0 as beside, score from ranked
    union all
    select b.corpus, c.id, b.rank, b.step, null
    from beside b cross join lateral (select c.id from chunks c
      where c.corpus = b.corpus and c.document = b.document and c.n = b.n offset 0) c)
  select ${columns}, w.score, case when w.rank = 1 and w.beside = 0 then (
      select array_agg(distinct m.terms)::float8[]
      from (select bit_or(s.terms) as terms from scored s group by s.corpus, s.document) m) end as matched
  from wanted w
    cross join lateral (select p.corpus, p.document, p.n, p.heading, p.body from chunks p
      where p.corpus = w.corpus and p.id = w.chunk offset 0) p
    cross join lateral (select k.owner from corpora k where k.id = w.corpus offset 0) k
    cross join lateral (select d.title, d.url from documents d
      where d.corpus = w.corpus and d.id = p.document and ${mayUse('$6')} offset 0) d
  order by w.rank, w.beside`;

function scoreOf(term: string): string {
  return `${term}.weight * p.tf / (p.tf + 0.3::float8 + p.length * $5::float8)`;
}

/** `$1` corpora, `$2` ids. Rows that others change are left out, because no turn should wait for this. */
export const markUsed = `update documents d set used_at = now()
  from (select d.corpus, d.id from documents d
      join unnest($1::integer[], $2::text[]) u(corpus, id) on d.corpus = u.corpus and d.id = u.id collate "C"
    for no key update of d skip locked) u
  where d.corpus = u.corpus and d.id = u.id`;
