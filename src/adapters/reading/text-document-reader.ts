import { documentLimits, type UnreadableReason } from '#contract/documents.ts';
import { chunkBlocks } from '#core/knowledge/chunk-blocks.ts';
import type {
  DocumentReader,
  ReadDocument,
  SentDocument,
  UnreadableDocument,
} from '#core/knowledge/document-reader.ts';
import { Unreadable } from './child/block-list.ts';
import { readMarkdown } from './child/read-markdown.ts';
import { readPlain } from './child/read-plain.ts';

/** Reads text and Markdown. */
export class TextDocumentReader implements DocumentReader {
  async read({ mediaType, bytes }: SentDocument): Promise<ReadDocument | UnreadableDocument> {
    try {
      const { title, blocks } = mediaType === 'text/markdown' ? readMarkdown(bytes) : readPlain(bytes);
      const chunks = chunkBlocks(blocks);
      if (chunks.length === 0) return refused('no_text');
      return chunks.length > documentLimits.chunks ? refused('too_long') : { title, chunks };
    } catch (error) {
      if (error instanceof Unreadable) return refused(error.reason);
      throw error;
    }
  }
}

function refused(unreadable: UnreadableReason): UnreadableDocument {
  return { unreadable };
}
