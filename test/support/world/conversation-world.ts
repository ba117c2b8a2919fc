import { randomUUID } from 'node:crypto';
import { PostgresConversationStore } from '#adapters/postgres/conversations/conversation-store.ts';
import { PostgresConversationSearch } from '#adapters/postgres/conversations/search-store.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import type { ConversationPage } from '#core/conversations/conversation.ts';
import type { MessageQuery } from '#core/conversations/conversation-store.ts';
import type { Owner } from '#core/identity/caller.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import type { HeartbeatResult, OutputPiece } from '#core/turn/turn-store.ts';
import { openPatientDatabase } from '../database/patient-database.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { answeredTurn, createClient, ownerIn, type StartedTurn, startTurn } from './factories.ts';

/** A database of its own with the stores of turns and conversations, and one client with one end user. */
export interface ConversationWorld extends AsyncDisposable {
  readonly database: Database;
  readonly turns: PostgresTurnStore;
  readonly conversations: PostgresConversationStore;
  readonly search: PostgresConversationSearch;
  readonly client: Client;
  readonly owner: Owner;
  /** Continues with a new client, which has nothing yet. */
  startOver(columns?: Readonly<Record<string, unknown>>): Promise<void>;
  answered(more?: Partial<Admission>, answer?: string): Promise<StartedTurn>;
  /** A running stream, in a live process. */
  running(more?: Partial<Admission>): Promise<StartedTurn>;
  queued(more?: Partial<Admission>): Promise<StartedTurn>;
  beat(processId: string, output?: readonly OutputPiece[]): Promise<HeartbeatResult>;
  read(conversationId: string, query?: MessageQuery): Promise<ConversationPage>;
  /** Rows of the client; `table` may continue as `table where condition and`. */
  countOf(table: string): Promise<number>;
}

export async function openConversationWorld(): Promise<ConversationWorld> {
  const testDatabase = await createTestDatabase();
  const database = openPatientDatabase(testDatabase.url, 4);
  const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  const conversations = new PostgresConversationStore(database);
  let client = await createClient(database);
  let owner = ownerIn(client);
  return {
    database,
    turns,
    conversations,
    search: new PostgresConversationSearch(database),
    get client() {
      return client;
    },
    get owner() {
      return owner;
    },
    async startOver(columns) {
      client = await createClient(database, columns);
      owner = ownerIn(client);
    },
    answered: (more, answer) => answeredTurn(turns, client, owner, more, answer),
    async running(more) {
      const processId = randomUUID();
      await turns.register(processId, 60_000, 20);
      return startTurn(turns, client, owner, { processId, ...more });
    },
    queued: (more) => startTurn(turns, client, owner, { kind: 'job', ifBusy: 'queue', ...more }),
    beat: (processId, output = []) =>
      turns.heartbeat({ processId, leaseMs: 60_000, slots: 20, serviceMs: null, output }),
    async read(conversationId, query = { limit: 50, before: null }) {
      const page = await conversations.read(owner, conversationId, query);
      if (page === null) throw new Error('the conversation is not there');
      return page;
    },
    async countOf(table) {
      const sql = `select count(*) from ${table}${table.includes(' where ') ? '' : ' where'} client_id = $1`;
      const [row] = await database.query<{ count: number }>(sql, [client.id]);
      return row?.count ?? Number.NaN;
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await testDatabase.drop();
    },
  };
}
