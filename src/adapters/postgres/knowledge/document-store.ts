import type { StoredDocument } from '#core/knowledge/document.ts';
import type { CorpusKey, DocumentStore } from '#core/knowledge/document-store.ts';
import { camelRow, camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';

const columnNames = [
  ...['id', 'title', 'url', 'language', 'requires', 'bytes', 'chunks', 'sha256', 'sent_hash'],
  ...['used_at', 'created_at', 'updated_at'],
];
/** Those of a document `d`. */
export const documentColumns = columnNames.map((name) => `d.${name}`).join(', ');

/** Finds a corpus `c` by its key, $1 and $2. No index is used for `is not distinct from`. */
export function isCorpus({ clientId }: CorpusKey): string {
  return clientId === null
    ? '$1::integer is null and c.owner is null and c.agent = $2'
    : 'c.owner = $1::integer and c.agent = $2';
}

export class PostgresDocumentStore implements DocumentStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  find(corpus: CorpusKey, id: string): Promise<StoredDocument | null> {
    return camelRow(
      this.#database,
      `select ${documentColumns} from corpora c join documents d on d.corpus = c.id
       where ${isCorpus(corpus)} and d.id = $3`,
      [corpus.clientId, corpus.agentSlug, id],
    );
  }

  list(
    corpus: CorpusKey,
    part: string | null,
    after: string | null,
    limit: number,
  ): Promise<StoredDocument[]> {
    return camelRows(
      this.#database,
      `select ${documentColumns} from corpora c join documents d on d.corpus = c.id
       where ${isCorpus(corpus)} and ($4::text is null or d.id > $4)
         and ($3::text is null or strpos(lower(d.id), lower($3)) > 0 or strpos(lower(d.title), lower($3)) > 0)
       order by d.id limit $5`,
      [corpus.clientId, corpus.agentSlug, part, after, limit],
    );
  }
}
