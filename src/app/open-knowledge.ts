import { hkdfSync } from 'node:crypto';
import { PostgresOutdatedDocuments } from '#adapters/postgres/knowledge/outdated-documents.ts';
import { PostgresSourceStore } from '#adapters/postgres/knowledge/source-store.ts';
import type { KnowledgeSearch } from '#core/knowledge/find-knowledge.ts';
import { OutdatedDocuments } from '#core/knowledge/outdated-documents.ts';
import { UsedDocuments } from '#core/knowledge/used-documents.ts';
import { FairLine } from '#core/shared/fair-line.ts';
import type { KnowledgeOfTurns } from '#core/turn/turn-sources.ts';
import type { OpenDatabase } from './open-database.ts';

/** Searching documents takes no connection of other work, and is given up instead of waiting. */
const connections = 4;
/** For those who try what a question would find: however often they do, no turn waits for it. */
const trialConnections = 2;
const searchLimits = { statementTimeoutMs: 500, connectTimeoutMs: 500 };

/** What the turns of this process find in documents. */
export interface OpenKnowledge extends KnowledgeOfTurns, AsyncDisposable {
  readonly used: UsedDocuments;
  readonly trialSearch: KnowledgeSearch;
}

export function openKnowledge(
  { database, connect }: Pick<OpenDatabase, 'database' | 'connect'>,
  secret: string,
  onError: (what: string, error: unknown) => void,
): OpenKnowledge {
  const used = new UsedDocuments({ store: new PostgresSourceStore(database), onError });
  const outdated = new OutdatedDocuments(new PostgresOutdatedDocuments(database), onError);
  const key = hkdfSync('sha256', secret, '', 'parley fences of documents', 32);
  return {
    search: openSearch(connect, connections),
    trialSearch: openSearch(connect, trialConnections),
    used,
    fenceKey: Buffer.from(key).toString('base64'),
    [Symbol.asyncDispose]: async () => {
      await outdated[Symbol.asyncDispose]();
      await used[Symbol.asyncDispose]();
    },
  };
}

/** One connection is left for the others, however much one client asks. */
function openSearch(connect: OpenDatabase['connect'], connections: number): KnowledgeSearch {
  return {
    store: new PostgresSourceStore(connect(connections, searchLimits)),
    line: new FairLine({ running: { ofSender: connections - 1, inAll: connections } }),
  };
}
