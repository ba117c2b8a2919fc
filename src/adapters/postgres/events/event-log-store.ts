import type { StoredEvent } from '#core/events/event.ts';
import type { EventLogStore, EventPage, EventPosition, EventQuery } from '#core/events/event-log-store.ts';
import type { Queryable } from '../database/database.ts';

interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly external_user_id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}

interface LogRow extends EventRow {
  readonly generation: number;
  /** Transactions below it have ended. */
  readonly horizon: string;
  readonly read_at: Date;
  readonly is_expired: boolean;
  /** Null, like all columns of an event, where there is none. */
  readonly xid: string | null;
  readonly seq: number;
}

/**
 * $1: the client. $2, $3: the place. $4: types or null. $5: the number of events. $6, $7: generation and time of the
 * place, or null. The horizon and the events are read by one snapshot. Reading begins 30 days ago, and a place lasts a
 * day longer: a reader that begins with the oldest events has that long for each page.
 */
const readSql = `
  select l.generation, s.horizon::text as horizon, s.read_at,
    coalesce($6 <> l.generation or $2::xid8 > s.horizon or $7 < s.read_at - interval '31 days', false) as is_expired,
    e.id, e.xid::text as xid, e.seq, e.type, e.external_user_id, e.data, e.created_at
  from event_log l
  cross join (select pg_snapshot_xmin(pg_current_snapshot()) as horizon, now() as read_at) s
  left join lateral (
    select id, xid, seq, type, external_user_id, data, created_at from events
    where client_id = $1 and (xid, seq) > ($2::xid8, $3::bigint) and xid < s.horizon
      and ($4::text[] is null or type = any ($4))
      and ($6::integer is not null or created_at > s.read_at - interval '30 days')
    order by client_id, xid, seq limit $5) e on true
  order by e.xid, e.seq`;

/** Begins another generation of all logs: older cursors have expired. A backup of an earlier release has no log. */
export async function renewEventLog(database: Queryable): Promise<void> {
  const [found] = await database.query<{ has_log: boolean }>(
    "select to_regprocedure('renew_event_log()') is not null as has_log",
  );
  if (found?.has_log) await database.query('select renew_event_log()');
}

/** $1 to $4: clients, places and types, which are separated by commas. */
const pollSql = `
  select exists (select from events e where e.client_id = a.client_id and (e.xid, e.seq) > (a.xid, a.seq)
      and e.xid < s.horizon and (a.types is null or e.type = any (string_to_array(a.types, ',')))) as is_news
  from unnest($1::integer[], $2::xid8[], $3::bigint[], $4::text[]) with ordinality a(client_id, xid, seq, types, place)
  cross join (select pg_snapshot_xmin(pg_current_snapshot()) as horizon offset 0) s
  order by a.place`;

const findSql = `
  select id, type, external_user_id, data, created_at from events where client_id = $1 and id = $2`;

const beginSql = `
  update clients set events_since = now(), version = version + 1 where id = $1 and events_since is null`;

/**
 * Reads the log up to the oldest running transaction: what is below it can no longer grow, so a reader that continues
 * from there misses nothing, in whatever order transactions commit.
 */
export class PostgresEventLogStore implements EventLogStore {
  readonly #database: Queryable;
  readonly #watching: Queryable;

  /** `watching` polls for waiting readers, so that they never delay others. */
  constructor(database: Queryable, watching: Queryable) {
    this.#database = database;
    this.#watching = watching;
  }

  async begin(clientId: number): Promise<void> {
    await this.#database.query(beginSql, [clientId]);
  }

  async read({ clientId, after, types }: EventQuery, limit: number): Promise<EventPage | null> {
    const rows = await this.#database.query<LogRow>(readSql, [
      clientId,
      after?.xid ?? '0',
      after?.seq ?? 0,
      types,
      limit + 1,
      after?.generation ?? null,
      after?.at ?? null,
    ]);
    const [first] = rows;
    if (first === undefined) throw new Error('The log of events has no row');
    if (first.is_expired) return null;
    const page = rows.filter(({ xid }) => xid !== null).slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    return {
      events: page.map(eventOf),
      hasMore,
      position: hasMore && last ? behind(last) : horizonOf(first),
    };
  }

  async find(clientId: number, id: string): Promise<StoredEvent | null> {
    const [row] = await this.#database.query<EventRow>(findSql, [clientId, id]);
    return row === undefined ? null : eventOf(row);
  }

  async poll(queries: readonly EventQuery[]): Promise<readonly boolean[]> {
    const rows = await this.#watching.query<{ is_news: boolean }>(pollSql, [
      queries.map(({ clientId }) => clientId),
      queries.map(({ after }) => after?.xid ?? '0'),
      queries.map(({ after }) => after?.seq ?? 0),
      queries.map(({ types }) => types?.join() ?? null),
    ]);
    return rows.map((row) => row.is_news);
  }
}

function behind({ generation, xid, seq, created_at }: LogRow): EventPosition {
  return { generation, xid: xid ?? '0', seq, at: created_at };
}

/** After everything that was readable. Sequence numbers begin with 1. */
function horizonOf({ generation, horizon, read_at }: LogRow): EventPosition {
  return { generation, xid: horizon, seq: 0, at: read_at };
}

function eventOf(row: EventRow): StoredEvent {
  const { id, type, external_user_id: userId, data, created_at: at } = row;
  return { id, type, userId, data, at };
}
