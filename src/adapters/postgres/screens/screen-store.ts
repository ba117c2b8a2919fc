import type { FoundKind } from '#contract/console/found.ts';
import { lanes } from '#contract/jobs.ts';
import { perDimension, type QuotaDimension, quotaDimensions } from '#contract/quota.ts';
import type { AuditEntry } from '#core/audit/audit.ts';
import type {
  ChargesOfDays,
  ChargesToday,
  ClientAtLimit,
  FoundRow,
  LaneRow,
  LiveTurnFilter,
  LiveTurnKey,
  LiveTurnRow,
  MinuteRow,
  ProviderMinute,
  ScreenProcess,
  ScreenStore,
  SomeClients,
} from '#core/screens/screen-store.ts';
import { leaseMs } from '#core/turn/process/heartbeat.ts';
import { auditColumns, auditJoins } from '../administration/audit-store.ts';
import { camelRow, camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';
import { laneRows } from '../numbers/lane-rows.ts';
import { findThings } from './find-things.ts';
import { callsOfToday, turnsOfToday } from './minutes-of-today.ts';

/** A client may have any number of questions. */
const mostCounted = 1_000;

type ChargeColumns = Readonly<Record<QuotaDimension, number>>;

const summed = quotaDimensions.map((name) => `sum(u.${name})::float8 as ${name}`).join(', ');

/**
 * The rows of each client are found by their key, one after the other: written as a join, the statement may read
 * every day of every client.
 */
const ofDays = (first: string) => `clients c cross join lateral (
  select * from usage_clients x where x.client_id = c.id and x.day between ${first} and utc_day() offset 0) u`;

/** What the screens of the console read, each in one statement that reads a bounded number of rows. */
export class PostgresScreenStore implements ScreenStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async chargesOfDays(): Promise<ChargesOfDays> {
    const rows = await this.#database.query<ChargeColumns & { day: string; today: string; clients: number }>(
      // A row of zeros is the lock of a change.
      `select utc_day() as today, d.day, coalesce(used.clients, 0) as clients,
         ${quotaDimensions.map((name) => `coalesce(used.${name}, 0) as ${name}`).join(', ')}
       from (values (utc_day()), (utc_day() - 1)) d(day) left join (
         select u.day, count(*) filter (where u.requests > 0)::int as clients, ${summed}
         from ${ofDays('utc_day() - 1')} group by 1) used on used.day = d.day`,
    );
    const today = rows.find((row) => row.day === row.today);
    const yesterday = rows.find((row) => row !== today);
    return {
      day: today?.today ?? '',
      today: perDimension((name) => today?.[name] ?? 0),
      yesterday: perDimension((name) => yesterday?.[name] ?? 0),
      activeClients: today?.clients ?? 0,
    };
  }

  clientsAtLimit(share: number, limit: number): Promise<ClientAtLimit[]> {
    return this.#database.query<ClientAtLimit>(
      `select c.slug, c.name, u.requests as used, c.daily_limit as "limit" from ${ofDays('utc_day()')}
       where c.enabled and c.daily_limit > 0 and u.requests >= $1::float8 * c.daily_limit
       order by u.requests::float8 / c.daily_limit desc, c.slug limit $2`,
      [share, limit],
    );
  }

  async chargesToday(clientIds: readonly number[]): Promise<ChargesToday> {
    const rows = await this.#database.query<ChargeColumns & { day: string; client_id: number | null }>(
      `select d.day, u.client_id, ${quotaDimensions.map((name) => `u.${name}`).join(', ')}
       from (select utc_day() as day) d left join usage_clients u
         on u.client_id = any($1::int[]) and u.day = d.day`,
      [clientIds],
    );
    const charges = rows.flatMap((row) =>
      row.client_id === null ? [] : [[row.client_id, perDimension((name) => row[name])] as const],
    );
    return { day: rows[0]?.day ?? '', charges: new Map(charges) };
  }

  async lastActive(clientIds: readonly number[]): Promise<ReadonlyMap<number, Date>> {
    const rows = await this.#database.query<{ id: number; at: Date }>(
      `select c.id, t.created_at as at from unnest($1::int[]) c(id) cross join lateral (
         select x.created_at from turns x where x.client_id = c.id order by x.id desc limit 1) t`,
      [clientIds],
    );
    return new Map(rows.map(({ id, at }) => [id, at]));
  }

  lanes(): Promise<LaneRow[]> {
    return camelRows(this.#database, laneRows('$1'), [lanes]);
  }

  providerMinutes(): Promise<ProviderMinute[]> {
    return this.#database.query<ProviderMinute>(
      `select minute as at, provider, sum(calls)::float8 as calls, sum(failed)::float8 as failed,
         sum(timeouts)::float8 as timeouts
       from provider_minutes where minute > now() - interval '60 minutes' group by 1, 2 order by 1, 2`,
    );
  }

  callsOfToday(): Promise<MinuteRow[]> {
    return callsOfToday(this.#database);
  }

  turnsOfToday(clientId: number, limit: number): Promise<MinuteRow[]> {
    return turnsOfToday(this.#database, clientId, limit);
  }

  processes(): Promise<ScreenProcess[]> {
    return camelRows(
      this.#database,
      `select id, started_at, slots, service_ms, state, draining as is_draining,
         case when lease_until <= now() then lease_until - $1 * interval '1 ms' end as silent_since
       from processes order by started_at, id`,
      [leaseMs],
    );
  }

  changesOfAgent(agentSlug: string, limit: number): Promise<AuditEntry[]> {
    return camelRows(
      this.#database,
      `select ${auditColumns} from audit_log a ${auditJoins}
       where a.action in ('agent.create', 'agent.update', 'agent.delete') and a.subject = $1
       order by a.id desc limit $2`,
      [agentSlug, limit],
    );
  }

  liveTurns(
    { state, clientSlug }: LiveTurnFilter,
    after: LiveTurnKey | null,
    limit: number,
  ): Promise<LiveTurnRow[]> {
    const [since = null, id = null] = after ?? [];
    return camelRows(this.#database, liveSql[state], [clientSlug, since, id, limit]);
  }

  holderOfTurn(clientSlug: string, turnId: string): Promise<{ clientId: number; userId: string } | null> {
    return camelRow(
      this.#database,
      `select t.client_id, t.external_user_id as user_id from turns t
       where t.client_id = (select id from clients where slug = $1) and t.id = $2`,
      [clientSlug, turnId],
    );
  }

  async unansweredOf(clientId: number, agentSlugs: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.query<{ agent: string; count: number }>(
      `select a.agent, u.count from unnest($2::text[]) a(agent) cross join lateral (
         select count(*)::int as count from (select from unanswered where client_id = $1 and agent_slug = a.agent
           and answered_at >= now() - interval '30 days' limit $3) n) u where u.count > 0`,
      [clientId, agentSlugs, mostCounted],
    );
    return new Map(rows.map(({ agent, count }) => [agent, count]));
  }

  clientsBoundTo(agentSlug: string, limit: number): Promise<SomeClients> {
    return this.#some(
      `select c.slug from client_agents b join clients c on c.id = b.client_id
       where b.agent_slug = $1 and b.bound order by c.slug limit $2`,
      agentSlug,
      limit,
    );
  }

  clientsWithDefault(agentSlug: string, limit: number): Promise<SomeClients> {
    return this.#some(
      'select slug from clients where default_agent = $1 order by slug limit $2',
      agentSlug,
      limit,
    );
  }

  find(id: string, kinds: readonly FoundKind[], limit: number): Promise<FoundRow[]> {
    return findThings(this.#database, id, kinds, limit);
  }

  async #some(text: string, agentSlug: string, limit: number): Promise<SomeClients> {
    const rows = await this.#database.query<{ slug: string }>(text, [agentSlug, limit + 1]);
    return { slugs: rows.slice(0, limit).map(({ slug }) => slug), hasMore: rows.length > limit };
  }
}

/** Each state has its index; `since` is the moment by which that index, or a short sort, orders them. */
const liveTurns = (state: LiveTurnRow['state'], since: string) => `
  select t.id, c.slug as client_slug, t.external_user_id, t.state, t.door as kind, t.lane, t.agent_slug, t.model, t.attempt,
    t.process_id, t.deep_dive, t.cancel_reason is not null as is_cancelling, t.created_at, t.started_at,
    (extract(epoch from t.${since}) * 1000000)::bigint as since
  from turns t join clients c on c.id = t.client_id
  where t.state = '${state}' and ($1::text is null or t.client_id = (select id from clients where slug = $1))
    and ($2::bigint is null or (t.${since}, t.id) > (timestamptz 'epoch' + $2 * interval '1 microsecond', $3::uuid))
  order by t.${since}, t.id limit $4`;

const liveSql: Readonly<Record<LiveTurnRow['state'], string>> = {
  queued: liveTurns('queued', 'queued_at'),
  running: liveTurns('running', 'created_at'),
};
