import type { OutdatedDocumentStore } from '#core/knowledge/outdated-documents.ts';
import type { Database, Queryable } from '../database/database.ts';
import { PostgresDocumentWriter, serverVersion } from './document-writer.ts';

interface OutdatedDocument {
  readonly owner: number | null;
  readonly agent: string;
  readonly id: string;
}

const outdated = `d.server_version <> ${serverVersion}`;

/** Documents whose lexemes another major version of PostgreSQL has made, which may be others than this one makes. */
export class PostgresOutdatedDocuments implements OutdatedDocumentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async readNext(): Promise<boolean> {
    const [next] = await this.#database.query<OutdatedDocument>(
      `select c.owner, c.agent, d.id from documents d join corpora c on c.id = d.corpus
       where ${outdated} order by d.corpus, d.id limit 1`,
    );
    if (next === undefined) return false;
    await this.#read(next);
    return true;
  }

  /** From its stored chunks; another process may have done so meanwhile. */
  #read({ owner, agent, id }: OutdatedDocument): Promise<void> {
    return this.#database.transaction(async (transaction) => {
      const writer = new PostgresDocumentWriter(transaction);
      const corpus = await writer.lock({ clientId: owner, agentSlug: agent });
      const document = await writer.find(corpus.id, id);
      const chunks = await transaction.query<{ n: number; heading: string; body: string }>(
        `select p.n, p.heading, p.body from chunks p join documents d on d.corpus = p.corpus and d.id = p.document
         where p.corpus = $1 and p.document = $2 and ${outdated} order by p.n`,
        [corpus.id, id],
      );
      if (document === null || chunks.length === 0) return;
      await writer.save(corpus.id, document, { kept: [], moved: [], added: chunks });
    });
  }
}

export async function countOutdatedDocuments(
  database: Queryable,
): Promise<{ readonly all: number; readonly outdated: number }> {
  const [row] = await database.query<{ all: number; outdated: number }>(
    `select count(*)::integer as all, count(*) filter (where ${outdated})::integer as outdated from documents d`,
  );
  return row ?? { all: 0, outdated: 0 };
}
