import { Random } from '../../../test/support/batches/random.ts';
import { type BenchCase, requestsFor } from '../../case.ts';
import { startMock } from '../../contenders/mock.ts';
import { type Parley, startParley } from '../../contenders/parley.ts';
import { putDocument, timesToFind } from '../../support/documents.ts';
import { inDatabase } from '../../support/fill-tables.ts';
import { fillCorpus, madeWords } from '../../support/made-corpus.ts';
import { median, quantile } from '../../support/statistics.ts';

const CHUNKS = 500_000;
const QUESTIONS = 500;
const WORDS_OF_QUESTION = 6;

/** Not among the cases of a run: filling the tables takes minutes and gigabytes. */
export const largeCorpus: BenchCase = {
  id: 'large-corpus',
  title: 'Searching 500,000 parts of documents in one corpus',
  async run(effort) {
    await using mock = await startMock({ deltas: 1, paceMs: 0 });
    await using parley = await startParley(mock, { scopes: 'chat,knowledge' });
    const chunks = Math.ceil(CHUNKS * effort.scale);
    const startedAt = performance.now();
    await fill(parley, chunks);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    process.stderr.write(`${chunks} parts in ${seconds} s\n`);
    const random = new Random(500);
    const questions = (count: number) =>
      Array.from({ length: count }, () => madeWords(random, WORDS_OF_QUESTION));
    const count = requestsFor(effort, QUESTIONS);
    await ask(parley, questions(count));
    const rounds = [];
    // Questions of its own for each round, because the pages of the last ones are in memory.
    for (let round = 0; round < effort.rounds; round += 1) rounds.push(await ask(parley, questions(count)));
    const finding = { case: 'large-corpus', unit: 'ms', goal: null } as const;
    return {
      findings: [
        {
          ...finding,
          what: 'processor time of PostgreSQL for a question',
          values: rounds.map(({ databaseMs }) => databaseMs),
          goal: { atMost: 50 },
        },
        {
          ...finding,
          what: 'processor time of the service for a question',
          values: rounds.map(({ serviceMs }) => serviceMs),
        },
        { ...finding, what: 'search, p50', values: rounds.map(({ p50 }) => p50) },
        { ...finding, what: 'search, p99', values: rounds.map(({ p99 }) => p99) },
      ],
      raw: { chunks, seconds, rounds },
    };
  },
};

async function fill(parley: Parley, chunks: number): Promise<void> {
  await putDocument(parley, 'assistant', 'first', 'The first document.');
  let clientId = 0;
  await inDatabase(parley.postgres.url, async (session) => {
    const { rows } = await session.query('select owner from corpora');
    clientId = Number(rows[0]?.owner);
  });
  await fillCorpus(parley.postgres.url, { clientId, agent: 'assistant', chunks });
}

async function ask(parley: Parley, questions: readonly string[]) {
  const [service, database] = [parley.server().cpuMs, parley.database().cpuMs];
  const times = await timesToFind(parley, questions);
  return {
    p50: median(times),
    p99: quantile(times, 0.99),
    serviceMs: (parley.server().cpuMs - service) / questions.length,
    databaseMs: (parley.database().cpuMs - database) / questions.length,
  };
}
