import type { AuditEntry } from '#core/audit/audit.ts';
import type { Person } from '#core/identity/blocked-user.ts';
import type {
  EndUserFigures,
  ExportedConversation,
  ExportedDay,
  ExportedMessage,
  ExportedTurn,
  UserDataStore,
} from '#core/people/user-data.ts';
import { presentAction } from '#core/tools/action.ts';
import { camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';
import { sourcesOfRow } from '../database/stored-sources.ts';
import { decodeText } from '../database/text-coding.ts';
import {
  actionsColumn,
  actionsOfRow,
  type ShownCallsRow,
  stepsColumn,
  stepsOfRow,
} from '../turns/shown-calls.ts';
import { type Counts, countsIn, eachDimension } from '../usage/dimension-columns.ts';
import { daysInTable } from './days-in-table.ts';

/** The most rows that are in memory at a time; messages may be large. */
const size = { small: 500, messages: 50 };

/** A user of a test may have any number. */
const mostCounted = 1_000;

interface FigureRow extends Counts {
  readonly day: string;
  readonly conversations: number;
  readonly last_message_at: Date | null;
}

interface MessageRow extends Omit<ExportedMessage, 'conversationId' | keyof ShownCallsRow>, ShownCallsRow {
  readonly seq: number;
}

/** Reads page by page after the last key; no connection is held between two pages. */
export class PostgresUserDataStore implements UserDataStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async figures({ clientId, userId }: Person): Promise<EndUserFigures> {
    const [row] = await this.#database.query<FigureRow>(figuresSql, [clientId, userId, mostCounted + 1]);
    if (row === undefined) throw new Error('The figures of a user are always one row');
    const count = Math.min(row.conversations, mostCounted);
    return {
      day: row.day,
      today: countsIn(row),
      conversations: { count, hasMore: row.conversations > count },
      lastMessageAt: row.last_message_at,
    };
  }

  async *conversations({ clientId, userId }: Person): AsyncGenerator<ExportedConversation, void> {
    const rows = pagesOf<ExportedConversation>(
      (...page) => camelRows(this.#database, conversationsSql, [clientId, userId, ...page]),
      ({ id }) => id,
    );
    for await (const row of rows) yield { ...row, title: decodeText(row.title) };
  }

  async *messages(
    { clientId, userId }: Person,
    conversationId: string,
  ): AsyncGenerator<ExportedMessage, void> {
    const values = [clientId, userId, conversationId];
    const rows = pagesOf<MessageRow>(
      (...page) => camelRows(this.#database, messagesSql, [...values, ...page]),
      ({ seq }) => seq,
      size.messages,
    );
    for await (const { seq: _, content, comment, ...row } of rows) {
      yield {
        ...row,
        conversationId,
        content: decodeText(content),
        comment: comment === null ? null : decodeText(comment),
        ...sourcesOfRow(row),
        steps: stepsOfRow(row),
        actions: actionsOfRow(row)?.map(presentAction) ?? null,
      };
    }
  }

  async *turns({ clientId, userId }: Person, conversationId: string): AsyncGenerator<ExportedTurn, void> {
    const values = [clientId, userId, conversationId];
    yield* pagesOf<ExportedTurn>(
      (...page) => camelRows(this.#database, turnsSql, [...values, ...page]),
      ({ id }) => id,
    );
  }

  async *usage({ clientId, userId }: Person): AsyncGenerator<ExportedDay, void> {
    const rows = pagesOf<Counts & { readonly day: string }>(
      (...page) => this.#database.query(usageSql, [clientId, userId, ...page]),
      ({ day }) => day,
    );
    for await (const row of rows) yield { day: row.day, counts: countsIn(row) };
  }

  async *audit({ clientId, userId }: Person): AsyncGenerator<AuditEntry, void> {
    yield* pagesOf<AuditEntry>(
      (...page) => camelRows(this.#database, auditSql, [clientId, userId, ...page]),
      ({ id }) => id,
    );
  }
}

/** `read` gets the key of the previous row, or null, and the number of rows. */
async function* pagesOf<Row>(
  read: (behind: unknown, count: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => unknown,
  count = size.small,
): AsyncGenerator<Row, void> {
  let behind: unknown = null;
  for (;;) {
    const rows = await read(behind, count);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < count) return;
    behind = keyOf(last);
  }
}

const figuresSql = `
  select d.day, ${eachDimension((column) => `coalesce(u.${column}, 0) as ${column}`)},
    (select count(*)::int from (
      select from conversations v where v.client_id = $1 and v.external_user_id = $2 limit $3) c) as conversations,
    (select v.last_message_at from conversations v where v.client_id = $1 and v.external_user_id = $2
     order by v.last_message_at desc limit 1) as last_message_at
  from (select utc_day() as day) d
  left join usage_users u on u.client_id = $1 and u.day = d.day and u.external_user_id = $2`;

const conversationsSql = `
  select id, title, agent_slug, pinned, archived, created_at, updated_at, last_message_at
  from conversations where client_id = $1 and external_user_id = $2 and ($3::uuid is null or id > $3)
  order by id limit $4`;

/** The conversation is named together with its owner. */
const messagesSql = `
  select n.seq, n.id, n.role, n.content, n.status, n.role = 'assistant' and n.turn_id is not null as is_generated,
    n.deep_dive, n.reply_to, n.replaces, n.seq <@ c.set_aside as set_aside, t.guidance_version,
    n.rating, n.comment, n.created_at, n.citations, n.links, ${stepsColumn} as steps, ${actionsColumn} as actions
  from conversations c join messages n on n.client_id = c.client_id and n.conversation_id = c.id
  left join turns t on t.client_id = n.client_id and t.id = n.turn_id and n.role = 'assistant'
  where c.client_id = $1 and c.external_user_id = $2 and c.id = $3 and ($4::integer is null or n.seq > $4)
  order by n.seq limit $5`;

/** Facts and pages are of bounded size. The condition on them is in the words of their index. */
const turnsSql = `
  select t.id, t.conversation_id, t.message_id, t.facts, t.page, t.created_at from turns t
  where t.client_id = $1 and t.external_user_id = $2 and t.conversation_id = $3
    and (t.facts is not null or t.page is not null) and ($4::uuid is null or t.id > $4)
  order by t.id limit $5`;

const usageSql = `
  select u.day, ${eachDimension((column) => `u.${column}`)}
  from (${daysInTable('usage_users', `coalesce($3::date, '-infinity')`)}) d
  join usage_users u on u.client_id = $1 and u.day = d.day and u.external_user_id = $2
  order by u.day limit $4`;

const auditSql = `
  select a.id, a.at, a.actor, a.action, c.slug as client_slug, a.subject, a.before, a.after,
    null::text as actor_email, null::text as subject_email
  from audit_log a join clients c on c.id = a.client_id
  where a.client_id = $1 and (a.actor = $2 or a.subject = $2) and ($3::bigint is null or a.id > $3)
  order by a.id limit $4`;
