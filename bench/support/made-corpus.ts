import type { Random } from '../../test/support/batches/random.ts';
import { inDatabase } from './fill-tables.ts';

const WORDS = 20_000;
/** So many has a chunk of 1,000 characters, without those that say nothing. */
const WORDS_OF_CHUNK = 100;
const CHUNKS_OF_DOCUMENT = 200;

/** Few words are frequent, and most are rare, as in any language. */
export function madeWords(random: Random, count: number): string {
  return Array.from({ length: count }, () =>
    wordOf(Math.floor(WORDS ** (random.below(1_000_000) / 1_000_000))),
  ).join(' ');
}

function wordOf(rank: number): string {
  return `w${rank.toString(36)}x`;
}

export interface CorpusToFill {
  readonly clientId: number;
  readonly agent: string;
  readonly chunks: number;
}

/**
 * Adds chunks to a corpus that has a document, faster than any PUT could: with postings of the words above, each as
 * often as if every chunk had been drawn. Their texts do not have these words, and the tables are not logged.
 */
export async function fillCorpus(
  databaseUrl: string,
  { clientId, agent, chunks }: CorpusToFill,
): Promise<void> {
  const words = Array.from({ length: WORDS - 1 }, (_, index) => wordOf(index + 1));
  await inDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query(
      'select id, next_chunk from corpora where owner = $1 and agent = $2',
      [clientId, agent],
    );
    const { id, next_chunk: first } = rows[0] ?? {};
    if (id === undefined) throw new Error(`client ${clientId} has no documents for ${agent}`);
    await client.query('alter table postings set unlogged');
    await client.query('alter table chunks set unlogged');
    await client.query('select setseed(0.21)');
    await client.query(INSERT_DOCUMENTS, [id, chunks, CHUNKS_OF_DOCUMENT]);
    await client.query(INSERT_CHUNKS, [id, chunks, CHUNKS_OF_DOCUMENT, first, WORDS_OF_CHUNK]);
    await client.query(INSERT_POSTINGS, [id, chunks, words, WORDS_OF_CHUNK, first]);
    await client.query(INSERT_LEXEMES, [id, chunks, words, WORDS_OF_CHUNK]);
    await client.query(COUNT_CORPUS, [id]);
    await client.query('vacuum analyze corpora, documents, chunks, postings, lexemes');
    await client.query('checkpoint');
  });
}

const INSERT_DOCUMENTS = `
  insert into documents (corpus, id, title, language, bytes, chunks, sha256, sent_hash, server_version)
  select $1::integer, 'filled-' || n, 'Document ' || n, 'english', $3::integer * 1000, $3::integer, '', '',
    current_setting('server_version_num')::integer / 10000
  from generate_series(0, ($2::integer - 1) / $3::integer) n`;

const INSERT_CHUNKS = `
  insert into chunks (corpus, id, document, n, heading, body, lexemes, length)
  select $1::integer, $4::integer + n, 'filled-' || n / $3::integer, n % $3::integer, '', repeat('A part. ', 125), '{}',
    $5::integer
  from generate_series(0, $2::integer - 1) n`;

/** How often each of the words $3 is drawn for a chunk of $4 words, and so in what share of the chunks it stands. */
const DRAWN = `
  select w.lexeme collate "C" as lexeme, m.times, 1 - exp(-m.times) as share
  from unnest($3::text[]) with ordinality w(lexeme, rank),
    lateral (select $4::integer * ln((w.rank + 1) / w.rank::float8) / ln(${WORDS}::float8)) m(times)`;

/** The chunks of a word are as far apart as it is rare, and each stands anywhere in its space. */
const INSERT_POSTINGS = `
  insert into postings (corpus, lexeme, chunk, tf, length)
  select $1::integer, w.lexeme, $5::integer + s.low + floor(random() * (s.high - s.low))::integer,
    greatest(1, round(w.times * (0.5 + random()))), $4::integer
  from (select * from (${DRAWN}) w order by lexeme) w,
    lateral generate_series(0, floor($2::integer * w.share)::integer - 1) k,
    lateral (select floor(k / w.share)::integer, floor((k + 1) / w.share)::integer) s(low, high)`;

const INSERT_LEXEMES = `
  insert into lexemes (corpus, lexeme, df)
  select $1::integer, w.lexeme, floor($2::integer * w.share) from (${DRAWN}) w where $2::integer * w.share >= 1
  on conflict (corpus, lexeme) do update set df = lexemes.df + excluded.df`;

const COUNT_CORPUS = `
  update corpora k set languages = '{english}', revision = k.revision + 1, next_chunk = c.next,
    documents = d.documents, chunks = d.chunks, bytes = d.bytes, length = c.length
  from (select count(*) as documents, sum(chunks) as chunks, sum(bytes) as bytes from documents where corpus = $1) d,
    (select max(id) + 1 as next, sum(length) as length from chunks where corpus = $1) c
  where k.id = $1`;
