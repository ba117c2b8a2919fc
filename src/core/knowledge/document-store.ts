import type { ChunkChange, StoredChunk } from './compare-chunks.ts';
import type { DocumentContent, StoredDocument } from './document.ts';

/** All documents of one owner for an agent. */
export interface CorpusKey {
  /** Null: the operator's, which are for every client of the agent. */
  readonly clientId: number | null;
  readonly agentSlug: string;
}

export interface DocumentStore {
  find(corpus: CorpusKey, id: string): Promise<StoredDocument | null>;
  /** By id, after the id `after`. `part`: of a title or an id, in any case. */
  list(
    corpus: CorpusKey,
    part: string | null,
    after: string | null,
    limit: number,
  ): Promise<StoredDocument[]>;
}

/** A corpus that no other writer changes until this change is stored. */
export interface LockedCorpus {
  readonly id: number;
  /** How many it has. */
  readonly documents: number;
}

/** Writes documents, inside a transaction. */
export interface DocumentWriter {
  /** Creates the corpus where there is none. Must come before every other write; the agent exists. */
  lock(corpus: CorpusKey): Promise<LockedCorpus>;
  find(corpusId: number, id: string): Promise<StoredDocument | null>;
  /** The chunks of the document that the same text would make again; in their order. */
  listReusableChunks(corpusId: number, document: DocumentContent): Promise<readonly StoredChunk[]>;
  /** Writes what differs, and removes the chunks that are not kept. */
  save(corpusId: number, document: DocumentContent, chunks: ChunkChange): Promise<StoredDocument>;
  delete(corpusId: number, id: string): Promise<void>;
  /** The bytes of all documents of a client, which grow no more until this change is stored, and their limit. */
  lockUse(clientId: number): Promise<{ readonly bytes: number; readonly most: number | null }>;
}
