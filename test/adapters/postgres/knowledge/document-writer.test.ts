import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresDocumentWriter } from '#adapters/postgres/knowledge/document-writer.ts';
import type { Requirements } from '#contract/context.ts';
import { compareChunks } from '#core/knowledge/compare-chunks.ts';
import type { StoredDocument } from '#core/knowledge/document.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { recount } from '#test/knowledge/recount.ts';

const operators = { clientId: null, agentSlug: 'assistant' };

interface Text {
  readonly chunks: readonly string[];
  readonly title?: string;
  readonly language?: string;
  readonly requires?: Requirements | null;
}

describe('Documents and what finds them', () => {
  const parts = new AsyncDisposableStack();
  let database: Database;
  before(async () => {
    const { url } = parts.use(await createTestDatabase());
    database = parts.use(openPatientDatabase(url, 2));
  });
  after(() => parts.disposeAsync());

  /** Stores a document in pieces of the text that it is given. */
  function put(
    id: string,
    { chunks, title = id, language = 'english', requires = null }: Text,
  ): Promise<StoredDocument> {
    return database.transaction(async (transaction) => {
      const writer = new PostgresDocumentWriter(transaction);
      const corpus = await writer.lock(operators);
      const hash = Buffer.alloc(32);
      const content = { id, title, url: null, language, requires, sha256: hash, sentHash: hash };
      const next = chunks.map((body) => ({ heading: 'Goods', body }));
      const reusable = await writer.listReusableChunks(corpus.id, content);
      return writer.save(corpus.id, content, compareChunks(reusable, next));
    });
  }

  function remove(id: string): Promise<void> {
    return database.transaction(async (transaction) => {
      const writer = new PostgresDocumentWriter(transaction);
      const corpus = await writer.lock(operators);
      await writer.delete(corpus.id, id);
    });
  }

  const chunkIds = async (document: string) => {
    const rows = await database.query<{ id: number }>(
      'select id from chunks where document = $1 order by n',
      [document],
    );
    return rows.map(({ id }) => id);
  };

  test('are counted as a recount counts them after any puts, changes and deletions', async () => {
    const words = ['river', 'rivers', 'the', 'bank', 'Bank', 'über', 'x1', 'flow-through', '12.5'];
    const body = fc
      .array(fc.constantFrom(...words), { minLength: 0, maxLength: 12 })
      .map((some) => some.join(' '));
    const text = fc.record({
      chunks: fc.array(body, { minLength: 1, maxLength: 6 }),
      title: fc.constantFrom('Rivers', 'Banks'),
      language: fc.constantFrom('english', 'german', 'simple'),
      requires: fc.constantFrom(null, { plan: ['pro'] }),
    });
    const step = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.option(text, { freq: 4 }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const [id, given] of steps) {
          if (given === null) await remove(id);
          else await put(id, given);
        }
        assert.deepEqual(await recount(database), []);
      }),
      { numRuns: 12 },
    );
  });

  test('keep a chunk that has not changed, with its postings, wherever it is now', async () => {
    await put('kept', { chunks: ['one river', 'two banks', 'three'] });
    const [one, two, three] = await chunkIds('kept');
    const [{ before = '' } = {}] = await database.query<{ before: string }>(marks, [two]);
    const changed = await put('kept', { chunks: ['new', 'two banks', 'one river'] });
    const now = await chunkIds('kept');
    assert.deepEqual(now.slice(1), [two, one]);
    assert.ok(now[0] !== undefined && now[0] > Number(three), 'an id is used once');
    assert.deepEqual([changed.chunks, await recount(database)], [3, []]);
    assert.deepEqual(await database.query(marks, [two]), [{ before }]);
    await put('kept', { chunks: ['new', 'two banks', 'one river'], title: 'Another title' });
    assert.ok(!(await chunkIds('kept')).includes(Number(two)), 'a title is found in every chunk');
    assert.deepEqual(await recount(database), []);
  });

  test('are written in pieces where they are large', async () => {
    const chunks = Array.from({ length: 1_100 }, (_, n) => `part ${n} of a river`);
    const stored = await put('large', { chunks });
    assert.equal(stored.chunks, 1_100);
    await put('large', { chunks: chunks.toReversed() });
    assert.deepEqual(await recount(database), []);
    await remove('large');
    assert.deepEqual([await recount(database), await chunkIds('large')], [[], []]);
  });
});

/** Which transactions wrote the postings of a chunk. */
const marks = `select string_agg(lexeme || ' ' || xmin::text, ',' order by lexeme) as before from postings where chunk = $1`;

export const breaks: readonly Break[] = [
  {
    rule: 'A deleted chunk leaves no posting',
    file: 'src/adapters/postgres/knowledge/chunk-statements.ts',
    replace: 'and chunk = w.id limit 1)',
    by: 'and chunk = w.id and tf = 1 limit 1)',
  },
  {
    rule: 'A lexeme that no chunk contains is forgotten',
    file: 'src/adapters/postgres/knowledge/chunk-statements.ts',
    replace: 'from counted where df = 0',
    by: 'from counted where df < 0',
  },
  {
    rule: 'Removed chunks count no longer',
    file: 'src/adapters/postgres/knowledge/chunk-statements.ts',
    replace: 'set chunks = c.chunks - t.chunks, length = c.length - t.length',
    by: 'set chunks = c.chunks - t.chunks',
  },
  {
    rule: 'The text of a corpus is what its documents have',
    file: 'src/adapters/postgres/knowledge/document-writer.ts',
    replace: '(after?.bytes ?? 0) - (before?.bytes ?? 0)',
    by: 'after?.bytes ?? 0',
  },
  {
    rule: 'A corpus names the languages of its documents and no others',
    file: 'src/adapters/postgres/knowledge/document-writer.ts',
    replace: 'where exists (select from documents d where d.corpus = c.id and d.language = l.language)',
    by: 'where l.language is not null',
  },
  {
    rule: 'A chunk is found by the title of its document',
    file: 'src/adapters/postgres/knowledge/document-writer.ts',
    replace: '[document.title, chunk.heading, chunk.body]',
    by: '[chunk.heading, chunk.body]',
  },
  {
    rule: 'A document of another title or language has none of its chunks left',
    file: 'src/adapters/postgres/knowledge/document-writer.ts',
    replace: ' and d.title = $3 and d.language = $4',
    by: ' and d.title <> $3 || $4',
  },
  {
    rule: 'A large document is removed to its end',
    file: 'src/adapters/postgres/knowledge/document-writer.ts',
    replace: 'while ((await',
    by: 'if ((await',
  },
  {
    rule: 'An id of a chunk is used once',
    file: 'src/adapters/postgres/knowledge/document-writer.ts',
    replace: 'set next_chunk = next_chunk + $2 where id = $1 returning next_chunk - $2 as first',
    by: 'set next_chunk = 1 + (select coalesce(max(k.id), 0) from chunks k where k.corpus = $1) + $2 where id = $1 returning next_chunk - $2 as first',
  },
];
