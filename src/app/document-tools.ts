import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresStopWords } from '#adapters/postgres/knowledge/stop-words.ts';
import { ChildDocumentReader } from '#adapters/reading/child-document-reader.ts';
import type { DocumentTools } from '#core/administration/manage-documents.ts';
import { OneAtATime } from '#core/shared/one-at-a-time.ts';

/** One for a process: its documents are read, and those of a corpus written, one after the other. */
export function createDocumentTools(database: Database): DocumentTools {
  return {
    reader: new ChildDocumentReader(),
    stopWords: new PostgresStopWords(database),
    line: new OneAtATime(),
  };
}
