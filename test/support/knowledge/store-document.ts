import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresDocumentWriter } from '#adapters/postgres/knowledge/document-writer.ts';
import type { Requirements } from '#contract/context.ts';
import type { Chunk } from '#core/knowledge/chunk-blocks.ts';
import { compareChunks } from '#core/knowledge/compare-chunks.ts';
import type { CorpusKey } from '#core/knowledge/document-store.ts';

export interface DocumentToStore {
  readonly id: string;
  /** Texts, or whole chunks. */
  readonly chunks: readonly (string | Chunk)[];
  /** The id by default. */
  readonly title?: string;
  /** What a text has. */
  readonly heading?: string;
  readonly language?: string;
  readonly requires?: Requirements | null;
}

/** Stores a document as its chunks, as a new one. */
export async function storeDocument(
  database: Database,
  corpus: CorpusKey,
  { id, chunks, title = id, heading = '', language = 'english', requires = null }: DocumentToStore,
): Promise<void> {
  const hash = Buffer.alloc(32);
  const content = { id, title, url: null, language, requires, sha256: hash, sentHash: hash };
  const change = compareChunks(
    [],
    chunks.map((chunk) => (typeof chunk === 'string' ? { heading, body: chunk } : chunk)),
  );
  await database.transaction(async (transaction) => {
    const writer = new PostgresDocumentWriter(transaction);
    const { id: corpusId } = await writer.lock(corpus);
    await writer.save(corpusId, content, change);
  });
}
