import { limits } from '#contract/limits.ts';
import type { RetentionStore } from '#core/people/retention-store.ts';
import type { Database, Transaction } from '../database/database.ts';
import { deleteSlices } from '../database/delete-slice.ts';
import { rowsAtATime, settings } from './erasure-statements.ts';

/** After a pass over all of a client's conversations. */
const passEvery = "interval '1 hour'";

/** Each may be a message of half a megabyte. */
const answersAtATime = 100;

/** Each may have hundreds of messages. */
const unlistedAtATime = 50;
const actionsAtATime = 100;

interface PassRow {
  readonly client_id: number;
  readonly retention_days: number;
  readonly behind: string | null;
}

/** Walks the conversations of the clients that have a retention, in the order of their ids. */
export class PostgresRetentionStore implements RetentionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async deleteOldConversations(): Promise<boolean> {
    const due = await this.#database.query(dueClientsSql);
    if (due.length === 0) return false;
    return this.#database.transaction(async (transaction) => {
      await transaction.query(settings.text);
      await transaction.query(beginPassesSql);
      const [pass] = await transaction.query<PassRow>(nextPassSql);
      if (pass === undefined) return false;
      await deletePiece(transaction, pass);
      return true;
    });
  }

  async deleteUnlistedConversations(): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      await transaction.query(settings.text);
      const [row] = await transaction.query<{ looked: number }>(unlistedSql);
      return row !== undefined && row.looked === unlistedAtATime;
    });
  }

  async expireActions(): Promise<boolean> {
    const [row] = await this.#database.query<{ closed: number }>(
      'select expire_actions(null, $1) as closed',
      [actionsAtATime],
    );
    return row?.closed === actionsAtATime;
  }

  async forgetQuotes(): Promise<boolean> {
    const [row] = await this.#database.query<{ is_due: boolean }>('select forget_quotes($1) as is_due', [
      answersAtATime,
    ]);
    return row?.is_due ?? false;
  }

  deleteEnded(): Promise<boolean> {
    return deleteSlices(this.#database, {
      login_sessions: 'expires_at < now()',
      login_codes: 'expires_at < now()',
      login_throttle: 'window_ends < now()',
      tool_calls: `created_at < now() - interval '30 days'`,
      turn_steps: `created_at < now() - interval '30 days'`,
      unanswered: "answered_at < now() - interval '30 days'",
    });
  }
}

async function deletePiece(
  transaction: Transaction,
  { client_id, retention_days, behind }: PassRow,
): Promise<void> {
  const piece = await transaction.query<{ id: string; is_old: boolean; messages: number }>(pieceSql, [
    client_id,
    retention_days,
    behind,
  ]);
  // Their messages go along, so that a few large conversations fill a piece as well.
  let messages = 0;
  const taken = piece.filter((row, index) => {
    messages += row.is_old ? row.messages : 0;
    return index === 0 || messages <= rowsAtATime;
  });
  const old = taken.filter(({ is_old }) => is_old).map(({ id }) => id);
  if (old.length > 0) await transaction.query(deleteSql, [client_id, retention_days, old]);
  const isDone = taken.length < rowsAtATime && taken.length === piece.length;
  await transaction.query(savePassSql, [client_id, isDone ? null : (taken.at(-1)?.id ?? null)]);
}

const dueClientsSql = `select from clients c left join retention_passes p on p.client_id = c.id
  where c.retention_days is not null and c.deleted_at is null and (p.client_id is null or p.next_at <= now()) limit 1`;

const beginPassesSql = `insert into retention_passes (client_id)
  select id from clients where retention_days is not null and deleted_at is null on conflict do nothing`;

const nextPassSql = `select p.client_id, c.retention_days, p.behind
  from retention_passes p join clients c on c.id = p.client_id
  where p.next_at <= now() and c.retention_days is not null and c.deleted_at is null
  order by p.next_at limit 1 for update of p skip locked`;

/** A conversation is touched by a prompt, by an answer, and when it is renamed. */
const isOld = `greatest(v.updated_at, v.last_message_at) < now() - make_interval(days => $2)`;

const pieceSql = `select v.id, ${isOld} as is_old,
    case when ${isOld} then (select count(*)::integer from messages m
      where m.client_id = v.client_id and m.conversation_id = v.id) else 0 end as messages
  from conversations v where v.client_id = $1 and ($3::uuid is null or v.id > $3)
  order by v.id limit ${rowsAtATime}`;

/**
 * A conversation that is locked is being touched. One with a turn under way was touched when the turn began. Clients
 * that use events get the same event as when the owner deletes a conversation.
 */
const deleteSql = `with old as materialized (
    select v.client_id, v.id from conversations v
    where v.client_id = $1 and v.id = any ($3::uuid[]) and ${isOld} order by v.id for update skip locked
  ), deleted as (
    delete from conversations v using old where v.client_id = old.client_id and v.id = old.id
    returning v.client_id, v.id, v.external_user_id)
  ${recordDeletions('deleted')}`;

function recordDeletions(deleted: string): string {
  return `select record_events(array_agg(client_id), array_agg('conversation.deleted'::text),
      array_agg(external_user_id), array_agg(jsonb_build_object('conversation_uuid', id)))
    from ${deleted} having count(*) > 0`;
}

const savePassSql = `update retention_passes
  set behind = $2, next_at = case when $2::uuid is null then now() + ${passEvery} else now() end where client_id = $1`;

/** A conversation that was touched since is looked at when it will be due. One that is locked is being touched. */
const unlistedSql = `with due as materialized (
    select u.client_id, u.conversation_id as id from unlisted_conversations u
    where u.look_at <= now() order by u.look_at limit ${unlistedAtATime} for update skip locked),
  found as materialized (
    select v.client_id, v.id, greatest(v.updated_at, v.last_message_at) + interval '${limits.unlistedDays} days' as ends_at
    from due join conversations v on v.client_id = due.client_id and v.id = due.id
    order by v.client_id, v.id for update of v skip locked),
  later as (
    update unlisted_conversations u set look_at = found.ends_at from found
    where found.ends_at > now() and u.client_id = found.client_id and u.conversation_id = found.id),
  gone as (
    delete from conversations v using found
    where found.ends_at <= now() and v.client_id = found.client_id and v.id = found.id
    returning v.client_id, v.id, v.external_user_id),
  recorded as (${recordDeletions('gone')})
  select (select count(*)::integer from due) as looked, (select count(*) from recorded) as recorded`;
