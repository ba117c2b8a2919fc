import type { EndedStatus } from '#contract/jobs.ts';
import type { EndedTurnFilter, EndedTurnRow, EndedTurnStore } from '#core/jobs/ended-turns.ts';
import { isUuid, leastIdAt } from '#core/shared/new-id.ts';
import { camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';
import type { Statement } from '../database/statement-group.ts';

/** How far the clocks of processes, which make the ids, may be from the database's, which stores the moments. */
const clocksApartMs = 3_600_000;
const leastId = '00000000-0000-0000-0000-000000000000';
const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Turns that have ended. Each list reads as many rows of an index as it shows, in its order. */
export class PostgresEndedTurnStore implements EndedTurnStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  list(filter: EndedTurnFilter, before: string | null, limit: number): Promise<readonly EndedTurnRow[]> {
    const { text, values } = endedTurnStatement(filter, before, limit);
    return camelRows(this.#database, text, values);
  }
}

export function endedTurnStatement(filter: EndedTurnFilter, before: string | null, limit: number): Statement {
  const { clientSlug, userId, statuses, requestId, since, until } = filter;
  const values = [
    clientSlug,
    userId,
    statuses,
    since === null ? leastId : leastIdAt(since.getTime() - clocksApartMs),
    earlier(before, until === null ? greatestId : leastIdAt(until.getTime() + clocksApartMs)),
    since,
    until,
    limit,
  ];
  if (requestId === null) return { text: listSql(filter), values };
  return { text: ofRequest, values: [...values, requestId, isUuid(requestId) ? requestId : null] };
}

function earlier(id: string | null, bound: string): string {
  return id !== null && id.toLowerCase() < bound ? id : bound;
}

const client = '(select id from clients where slug = $1)';

/** Bounds by id, which is in the order of time, are those that an index can use. */
const matches = `t.finished_at is not null and t.state = any($3::text[]) and t.id > $4::uuid and t.id < $5::uuid
  and ($6::timestamptz is null or t.created_at >= $6) and ($7::timestamptz is null or t.created_at < $7)`;

const columns = [
  'client_id',
  'id',
  'conversation_id',
  'external_user_id',
  'agent_slug',
  'model',
  'door',
  'state',
  'finish_reason',
  'error_code',
  'attempt',
  'deep_dive',
  'priority',
  'refunded',
  'request_id',
  'guidance_version',
  'first_text_ms',
  'created_at',
  'started_at',
  'finished_at',
]
  .map((name) => `t.${name}`)
  .join(', ');

const newest = (where: string, limit = '$8') =>
  `(select ${columns} from turns t where ${where} and ${matches} order by t.id desc limit ${limit})`;

function shown(rows: string): string {
  return `select t.id, t.conversation_id, c.slug as client_slug, t.external_user_id as user_id, t.agent_slug, t.model,
      t.door as kind, t.state, t.finish_reason, t.error_code, t.attempt, t.deep_dive, t.priority, t.refunded,
      case t.request_id when '' then t.id::text else t.request_id end as request_id,
      t.guidance_version, t.first_text_ms, t.created_at, t.started_at, t.finished_at
    from (${rows}) t join clients c on c.id = t.client_id order by t.id desc limit $8`;
}

const unanswered: readonly EndedStatus[] = ['failed', 'cancelled', 'expired'];

function listSql({ clientSlug, userId, statuses }: EndedTurnFilter): string {
  if (userId !== null) return shown(newest(`t.client_id = ${client} and t.external_user_id = $2`));
  const of = clientSlug === null ? ofAll : ofClient;
  // Each status by itself, because the index that begins with the status is in the order of ids only within one.
  const isRare = statuses.every((status) => unanswered.includes(status));
  return shown(
    isRare ? statuses.map((status) => of(`t.state = '${status}'`)).join(' union all ') : of('true'),
  );
}

const ofClient = (where: string) => newest(`t.client_id = ${client} and $2::text is null and ${where}`);

/**
 * The newest turns of all clients are among those of the clients whose newest turn is newest, so one row of each
 * client is read, and a page of some. Where these clients are a page of turns already, none of it is older than theirs.
 */
const ofAll = (where: string) => `(select ${columns}
  from (select latest.client_id, nth_value(latest.id, $8::integer) over
        (order by latest.id desc rows between unbounded preceding and unbounded following) as oldest
      from clients c cross join lateral ${newest(`t.client_id = c.id and ${where}`, '1')} latest
      where $1::text is null and $2::text is null order by latest.id desc limit $8) c
    cross join lateral ${newest(`t.client_id = c.client_id and t.id >= coalesce(c.oldest, $4::uuid) and ${where}`)} t)`;

/** A turn with the id that a proxy chose for its request, or with this id of its own. */
const ofRequest = shown(`select ${columns} from turns t
    where t.request_id = $9 and t.request_id <> '' and ($1::text is null or t.client_id = ${client})
      and ($2::text is null or t.external_user_id = $2) and ${matches}
  union all
  select ${columns} from clients c
    cross join lateral (select ${columns} from turns t where t.client_id = c.id and t.id = $10::uuid offset 0) t
    where ($1::text is null or c.slug = $1) and ($2::text is null or t.external_user_id = $2) and ${matches}`);
