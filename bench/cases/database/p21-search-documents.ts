import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../../../test/support/batches/random.ts';
import { type BenchCase, requestsFor } from '../../case.ts';
import { startMock } from '../../contenders/mock.ts';
import { type Parley, startParley } from '../../contenders/parley.ts';
import { putDocument, timesToFind } from '../../support/documents.ts';
import { inDatabase } from '../../support/fill-tables.ts';
import { madeWords } from '../../support/made-corpus.ts';
import { median, quantile } from '../../support/statistics.ts';

const OWN_DOCUMENTS = 100;
const OTHER_AGENTS = 200;
const CHUNKS = 200;
const QUESTIONS = 2_000;
/** About 1,000 characters. */
const WORDS_OF_CHUNK = 150;
const WORDS_OF_QUESTION = 6;
const VACUUM_MS = 300_000;

export const p21: BenchCase = {
  id: 'p21',
  title: 'Searching 20,000 parts of documents beside 200 other corpora, and storing a document',
  async run(effort) {
    await using mock = await startMock({ deltas: 1, paceMs: 0 });
    await using parley = await startParley(mock, { scopes: 'chat,knowledge' });
    const random = new Random(21);
    const putMs = await fill(parley, random, effort.scale);
    await untilVacuumed(parley);
    const questions = Array.from({ length: requestsFor(effort, QUESTIONS) }, () =>
      madeWords(random, WORDS_OF_QUESTION),
    );
    await ask(parley, questions.slice(0, 100));
    const rounds = [];
    for (let round = 0; round < effort.rounds; round += 1) rounds.push(await ask(parley, questions));
    const finding = { case: 'p21', goal: null } as const;
    return {
      findings: [
        {
          ...finding,
          what: 'search, p50',
          unit: 'ms',
          values: rounds.map(({ p50 }) => p50),
          goal: { atMost: 10 },
        },
        {
          ...finding,
          what: 'search, p99',
          unit: 'ms',
          values: rounds.map(({ p99 }) => p99),
          goal: { atMost: 50 },
        },
        { ...finding, what: 'pages of a search', unit: '', values: rounds.map(({ pages }) => pages) },
        {
          ...finding,
          what: 'PUT of a document of 100 kB',
          unit: 'ms',
          values: [putMs],
          goal: { atMost: 1_000 },
        },
      ],
      raw: { rounds, putMs },
    };
  },
};

/** By PUTs in random order, as documents come. The time of one of 100 kB. */
async function fill(parley: Parley, random: Random, scale: number): Promise<number> {
  const count = (full: number) => Math.max(2, Math.ceil(full * scale));
  await inDatabase(parley.postgres.url, async (client) => {
    await client.query(
      `insert into agents (slug, name, instructions) select 'other-' || n, 'Another', '' from generate_series(1, $1) n`,
      [count(OTHER_AGENTS)],
    );
  });
  const agents = [
    ...Array.from({ length: count(OWN_DOCUMENTS) }, () => 'assistant'),
    ...Array.from({ length: count(OTHER_AGENTS) }, (_, index) => `other-${index + 1}`),
  ];
  for (const [index, agent] of shuffled(agents, random).entries()) {
    await putDocument(parley, agent, `d${index}`, documentOf(random, CHUNKS));
  }
  const times: number[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    const text = documentOf(random, CHUNKS).slice(0, 100_000);
    const startedAt = performance.now();
    await putDocument(parley, 'assistant', `timed-${nth}`, text);
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** Index-only scans need pages that vacuum has seen, and autovacuum is what vacuums elsewhere. */
async function untilVacuumed({ postgres }: Parley): Promise<void> {
  const limit = AbortSignal.timeout(VACUUM_MS);
  await inDatabase(postgres.url, async (client) => {
    for (;;) {
      const { rows } = await client.query(
        `select relallvisible > relpages * 0.95 as is_done from pg_class where relname = 'postings_pkey'
         union all select relallvisible > relpages * 0.95 from pg_class where relname = 'postings'`,
      );
      if (rows.some(({ is_done }) => is_done)) return;
      await delay(1_000, undefined, { signal: limit });
    }
  });
}

async function ask(parley: Parley, questions: readonly string[]) {
  const before = await pagesRead(parley);
  const times = await timesToFind(parley, questions);
  // What a process has read shows up a moment later.
  await delay(1_500);
  const pages = ((await pagesRead(parley)) - before) / questions.length;
  return { p50: median(times), p99: quantile(times, 0.99), pages };
}

/** From memory or not. */
async function pagesRead({ postgres }: Parley): Promise<number> {
  let pages = 0;
  await inDatabase(postgres.url, async (client) => {
    const { rows } = await client.query(
      `select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::float8 as pages
       from pg_statio_user_tables where relname in ('corpora', 'documents', 'chunks', 'postings', 'lexemes')`,
    );
    pages = Number(rows[0]?.pages ?? 0);
  });
  return pages;
}

function documentOf(random: Random, chunks: number): string {
  return Array.from({ length: chunks }, () => `${madeWords(random, WORDS_OF_CHUNK)}.`).join('\n\n');
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.below(1_000_000_000) }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
