import { largestInteger, limits } from '#contract/limits.ts';
import type { Feedback } from '#contract/resources.ts';
import type { ConversationPage, ConversationRecord } from '#core/conversations/conversation.ts';
import type {
  ConversationChange,
  ConversationStore,
  FeedbackResult,
  ListQuery,
  MessageQuery,
} from '#core/conversations/conversation-store.ts';
import { listCursor } from '#core/conversations/page.ts';
import type { Owner } from '#core/identity/caller.ts';
import { waitingIsRefunded } from '#core/turn/is-refunded.ts';
import type { Queryable } from '../database/database.ts';
import { encodeText } from '../database/text-coding.ts';
import { type ConversationRow, conversationOf, type PageRow, pageOf } from './conversation-rows.ts';
import {
  begunUntilSql,
  deleteSql,
  listArchivedSql,
  listListedSql,
  listPinnedSql,
  positionOf,
  positionValues,
  rateSql,
  readSql,
  updateSql,
} from './conversation-sql.ts';

export class PostgresConversationStore implements ConversationStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async list(owner: Owner, { limit, after, agentSlug, archived }: ListQuery) {
    const rows = await this.#database.query<ConversationRow & { micros: number }>(
      archived ? listArchivedSql : listListedSql,
      [owner.clientId, owner.userId, ...positionValues(after), agentSlug, limit + 1],
    );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      rows: page.map(conversationOf),
      nextCursor: rows.length > limit && last ? listCursor(positionOf(last)) : null,
    };
  }

  async pinned(owner: Owner, limit: number): Promise<readonly ConversationRecord[]> {
    const rows = await this.#database.query<ConversationRow>(listPinnedSql, [
      owner.clientId,
      owner.userId,
      ...positionValues(null),
      null,
      limit,
    ]);
    return rows.map(conversationOf);
  }

  async read(owner: Owner, conversationId: string, query: MessageQuery): Promise<ConversationPage | null> {
    const [row] = await this.#database.query<PageRow>(readSql, [
      owner.clientId,
      owner.userId,
      conversationId,
      query.before ?? largestInteger,
      query.limit + 1,
      limits.messagePageBytes,
      query.withSetAside ?? false,
    ]);
    return row === undefined ? null : pageOf(row, query.limit);
  }

  async update(
    owner: Owner,
    conversationId: string,
    { title, pinned, archived }: ConversationChange,
  ): Promise<ConversationRecord | null> {
    const [row] = await this.#database.query<ConversationRow>(updateSql, [
      owner.clientId,
      owner.userId,
      conversationId,
      title === undefined ? null : encodeText(title),
      pinned ?? null,
      archived ?? null,
    ]);
    return row === undefined ? null : conversationOf(row);
  }

  async delete({ clientId, userId }: Owner, conversationId: string): Promise<readonly string[] | null> {
    const [row] = await this.#database.query<{ running: string[] | null }>(deleteSql, [
      clientId,
      userId,
      conversationId,
      waitingIsRefunded,
    ]);
    return row?.running ?? null;
  }

  async begunUntil({ clientId, userId }: Owner, until: string | null, limit: number) {
    const values = [clientId, userId, until, limit];
    const rows = await this.#database.query<{ id: string; until: string }>(begunUntilSql, values);
    return { ids: rows.map(({ id }) => id), until: rows[0]?.until ?? until };
  }

  async rate(
    { clientId, userId }: Owner,
    conversationId: string,
    messageId: string | null,
    feedback: Feedback | null,
  ): Promise<FeedbackResult> {
    const comment = feedback?.comment ?? null;
    const [row] = await this.#database.query<{ owned: boolean; message_id: string | null }>(rateSql, [
      clientId,
      userId,
      conversationId,
      messageId,
      feedback?.rating ?? null,
      comment && encodeText(comment),
    ]);
    if (!row?.owned) return { status: 'conversation_not_found' };
    if (row.message_id === null) return { status: 'message_not_found' };
    return { status: 'saved', messageId: row.message_id };
  }
}
