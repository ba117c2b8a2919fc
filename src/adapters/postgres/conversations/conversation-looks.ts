import type {
  ConversationLook,
  ConversationLookStore,
  WatchedConversation,
} from '#core/conversations/conversation-watch.ts';
import type { Queryable } from '../database/database.ts';
import { type StateRow, stateOf } from './conversation-rows.ts';
import { lookSql } from './conversation-sql.ts';

interface LookRow extends StateRow {
  /** From 1. */
  readonly place: number;
  readonly agent_slug: string;
  readonly client_version: number;
}

/** Looks at conversations for readers that wait, on a connection of theirs, so that they never delay others. */
export class PostgresConversationLooks implements ConversationLookStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async look(asked: readonly WatchedConversation[]): Promise<readonly (ConversationLook | null)[]> {
    const rows = await this.#database.query<LookRow>(lookSql, [
      asked.map(({ owner }) => owner.clientId),
      asked.map(({ owner }) => owner.userId),
      asked.map(({ conversationId }) => conversationId),
    ]);
    const looks = new Map(rows.map((row) => [row.place, lookOf(row)]));
    return asked.map((_, index) => looks.get(index + 1) ?? null);
  }
}

function lookOf(row: LookRow): ConversationLook {
  return { ...stateOf(row), agentSlug: row.agent_slug, clientVersion: row.client_version };
}
