import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { PostgresSourceStore } from '#adapters/postgres/knowledge/source-store.ts';
import { readHtml } from '#adapters/reading/child/read-html.ts';
import { chunkBlocks } from '#core/knowledge/chunk-blocks.ts';
import type { CorpusKey } from '#core/knowledge/document-store.ts';
import { findKnowledge } from '#core/knowledge/find-knowledge.ts';
import { offerSources } from '#core/knowledge/offer-sources.ts';
import type { OfferedSource } from '#core/knowledge/offered-source.ts';
import { FairLine } from '#core/shared/fair-line.ts';
import type { Break } from '#test/break.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import {
  type IndexEntry,
  markOf,
  markPage,
  readBookIndex,
  readGeneralIndex,
} from '#test/knowledge/printed-index.ts';
import { storeDocument } from '#test/knowledge/store-document.ts';
import { unpackedPackages } from '#test/machine/debian-packages.ts';
import { createClient } from '#test/world/factories.ts';

const release = 'bookworm';
const window = 128_000;

/** The index of a manual is a list of questions with their answers, and its authors know of no search. */
describe('Manuals of Debian, as the documents of an agent', { timeout: 1_200_000 }, () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let folder: string;
  before(async () => {
    const packages = ['postgresql-doc-15', 'python3.11-doc'];
    const root = await unpackedPackages(`manuals-${release}`, release, packages);
    assert.ok(root !== null, `Manuals are missing: apt-get install mmdebstrap, which fetches ${packages}`);
    folder = join(root, 'usr/share/doc');
    testDatabase = await createTestDatabase();
    database = new Database({ connectionString: testDatabase.url });
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase[Symbol.asyncDispose]();
  });

  it('have what PostgreSQL’s index names, most of it in the first passage', async (t) => {
    const manual = join(folder, 'postgresql-doc-15/html');
    const { first, found, all } = await judge(manual, readBookIndex(manual));
    t.diagnostic(`${first} and ${found} of ${all}`);
    assert.ok(first >= 0.6 * all && found >= 0.85 * all, `${first} and ${found} of ${all}`);
  });

  it('have what every twentieth entry of Python’s index names', async (t) => {
    const manual = join(folder, 'python3.11/html');
    const sample = readGeneralIndex(manual).filter((_, index) => index % 20 === 0);
    const { first, found, all } = await judge(manual, sample);
    t.diagnostic(`${first} and ${found} of ${all}`);
    assert.ok(found >= 0.9 * all, `${first} and ${found} of ${all}`);
  });

  async function judge(manual: string, entries: readonly IndexEntry[]) {
    const corpus = { clientId: (await createClient(database)).id, agentSlug: 'assistant' };
    const known = await storeManual(corpus, manual, entries);
    const answered = entries.filter(({ places }) => places.some((place) => isIn(place, known)));
    assert.ok(answered.length >= 0.9 * entries.length, `${answered.length} of ${entries.length}`);
    await database.query('vacuum analyze');
    const line = new FairLine<number | null>({ running: { ofSender: 1, inAll: 1 } });
    const search = { store: new PostgresSourceStore(database), line };
    let [first, found] = [0, 0];
    for (const { term, places } of answered) {
      const asked = { corpus, question: term, previous: null, facts: null, windows: [window] };
      const knowledge = await findKnowledge(search, asked);
      assert.ok(knowledge !== null);
      const { sources } = offerSources(knowledge, window);
      const place = sources.findIndex((source) => places.some((each) => isIn(each, [source])));
      if (place === 0) first += 1;
      if (place !== -1) found += 1;
    }
    return { first, found, all: answered.length };
  }

  /** All pages but those of the index. */
  async function storeManual(corpus: CorpusKey, manual: string, entries: readonly IndexEntry[]) {
    const places = entries.flatMap((entry) => entry.places);
    const parts: Pick<OfferedSource, 'documentId' | 'heading' | 'text'>[] = [];
    for (const file of readdirSync(manual, { recursive: true }).map(String)) {
      if (!file.endsWith('.html') || /(?:index[^/]*|contents|search)\.html$/.test(file)) continue;
      const ids = new Set(places.flatMap((place) => (place.file === file ? (place.id ?? []) : [])));
      const page = markPage(readFileSync(join(manual, file), 'utf8'), ids);
      const { title, blocks } = readHtml(Buffer.from(page));
      const chunks = chunkBlocks(blocks);
      await storeDocument(database, corpus, { id: file, title: title ?? file, chunks });
      parts.push(...chunks.map(({ heading, body }) => ({ documentId: file, heading, text: body })));
    }
    return parts;
  }
});

function isIn(
  { file, id }: IndexEntry['places'][number],
  sources: readonly Pick<OfferedSource, 'documentId' | 'heading' | 'text'>[],
): boolean {
  const mark = id === null ? '' : markOf(id);
  return sources.some(
    ({ documentId, heading, text }) => documentId === file && `${heading} ${text}`.includes(mark),
  );
}

export const breaks: readonly Break[] = [
  {
    rule: 'Parts that follow one another are one passage for indexes of manuals, too',
    file: 'src/core/knowledge/join-parts.ts',
    replace: 'part.place === last.place + 1;',
    by: 'part.place === last.place;',
  },
];
