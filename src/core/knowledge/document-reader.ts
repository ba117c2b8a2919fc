import type { DocumentMediaType, UnreadableReason } from '#contract/knowledge/documents.ts';
import type { Chunk } from './chunk-blocks.ts';

export interface SentDocument {
  readonly mediaType: DocumentMediaType;
  readonly bytes: Uint8Array;
  /** Names who sends it: those who send much wait for each other, and not others for them. */
  readonly sender: string;
}

export interface ReadDocument {
  /** The title that it gives itself. */
  readonly title: string | null;
  /** At least one. */
  readonly chunks: readonly Chunk[];
}

export interface UnreadableDocument {
  readonly unreadable: UnreadableReason;
}

/** Makes text of documents. */
export interface DocumentReader {
  /**
   * Rejects with `unavailable` when too many documents are waiting, and when the reading process ends for a reason that
   * is not the document's; with the reason of `signal` when that aborts.
   */
  read(document: SentDocument, signal?: AbortSignal): Promise<ReadDocument | UnreadableDocument>;
}
