import type { ChunkChange, PlacedChunk, StoredChunk } from '#core/knowledge/compare-chunks.ts';
import type { DocumentContent, StoredDocument } from '#core/knowledge/document.ts';
import type { CorpusKey, DocumentWriter, LockedCorpus } from '#core/knowledge/document-store.ts';
import { searchableText } from '#core/knowledge/searchable-text.ts';
import { camelRow } from '../database/camel-rows.ts';
import type { Transaction } from '../database/database.ts';
import { addingChunks, chunksAtATime, lookUpByKey } from './chunk-statements.ts';
import { documentColumns, isCorpus } from './document-store.ts';
import { removeSomeChunks } from './remove-chunks.ts';

/** The major version, which decides which lexemes a text has. */
export const serverVersion = `current_setting('server_version_num')::integer / 10000`;

/** Writes documents, inside a transaction. Other writers of the corpus wait for its row. */
export class PostgresDocumentWriter implements DocumentWriter {
  readonly #transaction: Transaction;

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  async lock(corpus: CorpusKey): Promise<LockedCorpus> {
    await this.#transaction.query(lookUpByKey.text);
    const known = await this.#lockKnown(corpus);
    if (known !== null) return known;
    // Only then, because every attempt to insert uses up an id.
    await this.#transaction.query(
      'insert into corpora (owner, agent) values ($1, $2) on conflict do nothing',
      [corpus.clientId, corpus.agentSlug],
    );
    const created = await this.#lockKnown(corpus);
    if (created === null) throw new Error('A corpus was not stored');
    return created;
  }

  find(corpusId: number, id: string): Promise<StoredDocument | null> {
    return camelRow(
      this.#transaction,
      `select ${documentColumns} from documents d where d.corpus = $1 and d.id = $2`,
      [corpusId, id],
    );
  }

  listReusableChunks(
    corpusId: number,
    { id, title, language }: DocumentContent,
  ): Promise<readonly StoredChunk[]> {
    return this.#transaction.query<StoredChunk>(
      `select c.id, c.n, c.heading, c.body
       from documents d join chunks c on c.corpus = d.corpus and c.document = d.id
       where d.corpus = $1 and d.id = $2 and d.title = $3 and d.language = $4 and d.server_version = ${serverVersion}
       order by c.n`,
      [corpusId, id, title, language],
    );
  }

  async save(
    corpusId: number,
    document: DocumentContent,
    { kept, moved, added }: ChunkChange,
  ): Promise<StoredDocument> {
    const before = await this.find(corpusId, document.id);
    await this.#removeChunks(corpusId, document.id, kept);
    await this.#transaction.query(
      `update chunks c set n = m.n from unnest($2::integer[], $3::integer[]) m(id, n)
       where c.corpus = $1 and c.id = m.id`,
      [corpusId, moved.map(({ id }) => id), moved.map(({ n }) => n)],
    );
    await this.#addChunks(corpusId, document, added);
    const after = await this.#saveDocument(corpusId, document);
    await this.#settle(corpusId, before, after);
    return after;
  }

  async delete(corpusId: number, id: string): Promise<void> {
    const before = await this.find(corpusId, id);
    await this.#removeChunks(corpusId, id, []);
    await this.#transaction.query('delete from documents where corpus = $1 and id = $2', [corpusId, id]);
    await this.#settle(corpusId, before, null);
  }

  /** The lock is a statement of its own, so that the next one sees the changes that it has waited for. */
  async lockUse(clientId: number) {
    const [client] = await this.#transaction.query<{ most: number | null }>(
      'select knowledge_bytes as most from clients where id = $1 for no key update',
      [clientId],
    );
    const [use] = await this.#transaction.query<{ bytes: number }>(
      'select coalesce(sum(bytes), 0)::bigint as bytes from corpora where owner = $1',
      [clientId],
    );
    return { bytes: use?.bytes ?? 0, most: client?.most ?? null };
  }

  async #lockKnown(corpus: CorpusKey): Promise<LockedCorpus | null> {
    const [known] = await this.#transaction.query<LockedCorpus>(
      `select c.id, c.documents from corpora c where ${isCorpus(corpus)} for update`,
      [corpus.clientId, corpus.agentSlug],
    );
    return known ?? null;
  }

  async #removeChunks(corpusId: number, documentId: string, kept: readonly number[]): Promise<void> {
    const chosen = 'document = $2 and id <> all ($3::integer[])';
    while ((await removeSomeChunks(this.#transaction, corpusId, chosen, [documentId, kept])) > 0);
  }

  async #addChunks(
    corpusId: number,
    document: DocumentContent,
    added: readonly PlacedChunk[],
  ): Promise<void> {
    const [range] = await this.#transaction.query<{ first: number }>(
      'update corpora set next_chunk = next_chunk + $2 where id = $1 returning next_chunk - $2 as first',
      [corpusId, added.length],
    );
    if (range === undefined) throw new Error('A corpus is gone although it was locked');
    const chunks = added.map((chunk, index) => ({
      ...chunk,
      id: range.first + index,
      searched: searchableText([document.title, chunk.heading, chunk.body].join('\n')),
    }));
    for (let from = 0; from < chunks.length; from += chunksAtATime) {
      const { text, values } = addingChunks(corpusId, document, chunks.slice(from, from + chunksAtATime));
      await this.#transaction.query(text, values);
    }
  }

  async #saveDocument(corpusId: number, document: DocumentContent): Promise<StoredDocument> {
    const { id, title, url, language, requires, sha256, sentHash } = document;
    const stored = await camelRow<StoredDocument>(
      this.#transaction,
      // The corpus is locked by now, so this moment is after the deletion of an earlier document of this id.
      `insert into documents as d (corpus, id, title, url, language, requires, sha256, sent_hash, server_version,
         created_at, updated_at, chunks, bytes)
       select $1, $2, $3, $4, $5, $6, $7, $8, ${serverVersion}, statement_timestamp(), statement_timestamp(), count(*),
         coalesce(sum(octet_length(c.heading) + octet_length(c.body)), 0)
       from chunks c where c.corpus = $1 and c.document = $2
       on conflict (corpus, id) do update set title = excluded.title, url = excluded.url, language = excluded.language,
         requires = excluded.requires, sha256 = excluded.sha256, sent_hash = excluded.sent_hash,
         server_version = excluded.server_version, chunks = excluded.chunks, bytes = excluded.bytes, updated_at = now()
       returning ${documentColumns}`,
      [
        corpusId,
        id,
        title,
        url,
        language,
        requires === null ? null : JSON.stringify(requires),
        sha256,
        sentHash,
      ],
    );
    if (stored === null) throw new Error('A document was not stored');
    return stored;
  }

  /** The numbers of the corpus after a document changed; those of its chunks were counted with them. */
  async #settle(
    corpusId: number,
    before: StoredDocument | null,
    after: StoredDocument | null,
  ): Promise<void> {
    await this.#transaction.query(
      `update corpora c set documents = c.documents + $2, bytes = c.bytes + $3, revision = c.revision + 1,
         restricted = c.restricted + $5,
         languages = array(select distinct l.language from unnest(c.languages || $4::text) l(language)
           where exists (select from documents d where d.corpus = c.id and d.language = l.language) order by 1)
       where c.id = $1`,
      [
        corpusId,
        one(after !== null) - one(before !== null),
        (after?.bytes ?? 0) - (before?.bytes ?? 0),
        after?.language ?? null,
        one(isRestricted(after)) - one(isRestricted(before)),
      ],
    );
  }
}

function isRestricted(document: StoredDocument | null): boolean {
  return document !== null && document.requires !== null;
}

function one(counts: boolean): number {
  return counts ? 1 : 0;
}
