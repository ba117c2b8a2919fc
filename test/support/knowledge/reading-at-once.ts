import type { Database } from '#adapters/postgres/database/database.ts';
import { createTenantAdministration } from '#adapters/postgres/tenants/tenant-administration.ts';
import { createDocumentTools } from '#app/document-tools.ts';
import type { DocumentReader } from '#core/knowledge/document-reader.ts';

/**
 * The administration of documents whose paragraphs are read at once, where a process of its own would be started for
 * each, and only one at a time. Counts what it reads, and knows who sent the last one.
 */
export function readingAtOnce(database: Database) {
  const counted = { reads: 0, sender: '' };
  const reader: DocumentReader = {
    read: async ({ bytes, sender }) => {
      counted.reads += 1;
      counted.sender = sender;
      const paragraphs = Buffer.from(bytes).toString().split('\n\n');
      const [, title = null] = /^# (.*)/.exec(paragraphs[0] ?? '') ?? [];
      return { title, chunks: paragraphs.map((body) => ({ heading: '', body })) };
    },
  };
  const tools = { ...createDocumentTools(database), reader };
  const { documents } = createTenantAdministration(database, ['openai'], tools);
  return { documents, reader: counted };
}
