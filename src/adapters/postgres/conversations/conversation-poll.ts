import type {
  ConversationPollStore,
  PolledConversation,
  WatchedConversation,
} from '#core/conversations/conversation-watch.ts';
import type { Queryable } from '../database/database.ts';
import { type StateRow, stateOf } from './conversation-rows.ts';
import { pollSql } from './conversation-sql.ts';

interface PolledRow extends StateRow {
  /** From 1. */
  readonly place: number;
  readonly agent_slug: string;
  readonly client_version: number;
}

/** Polls conversations for waiting readers, on a connection of their own, so that they never delay others. */
export class PostgresConversationPoll implements ConversationPollStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async poll(asked: readonly WatchedConversation[]): Promise<readonly (PolledConversation | null)[]> {
    const rows = await this.#database.query<PolledRow>(pollSql, [
      asked.map(({ owner }) => owner.clientId),
      asked.map(({ owner }) => owner.userId),
      asked.map(({ conversationId }) => conversationId),
    ]);
    const polled = new Map(rows.map((row) => [row.place, polledFrom(row)]));
    return asked.map((_, index) => polled.get(index + 1) ?? null);
  }
}

function polledFrom(row: PolledRow): PolledConversation {
  return { ...stateOf(row), agentSlug: row.agent_slug, clientVersion: row.client_version };
}
