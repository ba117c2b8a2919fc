import type { ClientSort } from '#contract/closed-sets.ts';
import type { Agent, Client } from '#core/clients/client.ts';
import type { ClientFilter, ClientKey, RankedClient } from '#core/clients/client-list.ts';
import type { ClientStore, KeyHolder } from '#core/clients/client-store.ts';
import type { AgentGuidance } from '#core/clients/guidance.ts';
import { camelRow, camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';
import { eachDimension, limitColumn } from '../usage/dimension-columns.ts';

interface ClientRow extends Omit<Client, 'agents' | 'documentedAgents' | 'guidance'> {
  readonly agents: readonly Agent[];
  readonly documentedAgents: Readonly<Record<'client' | 'operator', readonly string[]>>;
  readonly guidance: Readonly<Record<string, AgentGuidance>>;
}

interface KeyRow extends ClientRow {
  readonly endsInMs: number | null;
  readonly isFirstUse: boolean;
}

/**
 * Judged by the row at the time of the statement: a key that has been replaced is invalid, even before the end
 * announced for it.
 */
export const previousKeyLasts =
  '(c.previous_key_until > statement_timestamp() and c.previous_key_successor = c.key_hash)';

/** Whether a request came with the key of `c`; noted only while an overlap lasts. */
export const keyWasUsed = '(c.used_key_hash is not distinct from c.key_hash)';

/** Whether the key with the hash `$1` opens the client `c`: its key, or the previous one while that is valid. */
export const keyMatchesClient = `(c.key_hash = $1 or (c.previous_key_hash = $1 and ${previousKeyLasts}))
  and c.deleted_at is null`;

const columns = `c.id, c.slug, c.name, c.source_app, c.enabled, c.subscription_status, c.daily_limit,
  jsonb_build_object(${eachDimension((name) => `'${name}', c.${limitColumn(name)}`)}) as user_limits,
  c.deep_dive_enabled, c.default_agent,
  c.model, c.providers, c.scopes, c.origins, c.burst_per_minute, c.concurrent_turns,
  c.concurrent_turns_per_user, c.retention_days, c.knowledge_bytes, c.show_cost, c.handoff_kid, c.key_prefix, c.version,
  jsonb_build_object('system', c.openai_system, 'userHeader', c.openai_user_header,
    'defaultUser', c.openai_default_user) as open_ai,
  c.conversations_private, c.model_links, c.events_since is not null as uses_events,
  case when ${previousKeyLasts} then c.previous_key_until end as previous_key_until, c.created_at, c.updated_at,
  coalesce((select array_agg(b.agent_slug order by b.agent_slug) from client_agents b
    where b.client_id = c.id and b.bound), '{}') as bound_agents,
  array(select distinct unnest(t.agents) from tools t
    join tool_servers s on s.client_id = t.client_id and s.id = t.server_id and s.enabled
    where t.client_id = c.id and t.approved_at is not null order by 1) as tool_agents,
  (select coalesce(jsonb_agg(jsonb_build_object('slug', a.slug, 'name', a.name, 'instructions', a.instructions,
      'model', a.model, 'deepDive', jsonb_build_object('model', a.deep_dive_model,
        'effort', a.deep_dive_effort, 'instructions', a.deep_dive_instructions)) order by a.slug), '[]')
    from agents a where agent_allowed(c.id, a.slug)) as agents,
  jsonb_build_object(
    'client', array(select k.agent from corpora k where k.owner = c.id and k.documents > 0),
    'operator', array(select k.agent from corpora k where k.owner is null and k.documents > 0)) as documented_agents,
  (select coalesce(jsonb_object_agg(g.agent_slug, jsonb_build_object('draft', g.draft, 'published',
      case when v.version is not null
        then jsonb_build_object('version', v.version, 'text', v.text) end)), '{}')
    from guidance g left join guidance_versions v
      on v.client_id = g.client_id and v.agent_slug = g.agent_slug and v.version = g.version
    where g.client_id = c.id) as guidance`;

export class PostgresClientStore implements ClientStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async findByKeyHash(hash: Buffer): Promise<KeyHolder | null> {
    const row = await camelRow<KeyRow>(
      this.#database,
      `select ${columns}, case when c.key_hash <> $1
           then extract(epoch from c.previous_key_until - statement_timestamp())::float8 * 1000 end as ends_in_ms,
           c.key_hash = $1 and ${previousKeyLasts} and not ${keyWasUsed} as is_first_use
         from clients c where ${keyMatchesClient}`,
      [hash],
    );
    if (row === null) return null;
    const { endsInMs, isFirstUse, ...client } = row;
    // A partner whose key was accepted relies on it: the previous key replaces it no more.
    if (isFirstUse && !(await this.#noteUse(hash))) return this.findByKeyHash(hash);
    return { client: clientOf(client), endsInMs };
  }

  /** False where another request has noted it first, or the key was replaced meanwhile. */
  async #noteUse(hash: Buffer): Promise<boolean> {
    const noted = await this.#database.query(
      `update clients c set used_key_hash = c.key_hash where c.key_hash = $1 and not ${keyWasUsed} returning c.id`,
      [hash],
    );
    return noted.length > 0;
  }

  findBySlug(slug: string): Promise<Client | null> {
    return this.#one(`select ${columns} from clients c where c.slug = $1 and c.deleted_at is null`, slug);
  }

  findEnabled(slug: string): Promise<Client | null> {
    const enabled = 'c.slug = $1 and c.enabled and c.deleted_at is null';
    return this.#one(`select ${columns} from clients c where ${enabled}`, slug);
  }

  findById(id: number): Promise<Client | null> {
    return this.#one(`select ${columns} from clients c where c.id = $1 and c.deleted_at is null`, id);
  }

  async list(
    { search, state, sort }: ClientFilter,
    after: ClientKey | null,
    limit: number,
  ): Promise<RankedClient[]> {
    const rows = await camelRows<ClientRow & Pick<RankedClient, 'rank'>>(this.#database, listSql(sort), [
      after?.[0] ?? null,
      after?.at(-1) ?? null,
      limit,
      search,
      state,
    ]);
    return rows.map(({ rank, ...row }) => ({ ...clientOf(row), rank }));
  }

  async #one(text: string, value: unknown): Promise<Client | null> {
    const row = await camelRow<ClientRow>(this.#database, text, [value]);
    return row && clientOf(row);
  }
}

interface Order {
  readonly rank: string;
  readonly type: 'text' | 'float8';
}

/** One look into an index for each client: nothing here counts rows. */
const orders: Readonly<Record<ClientSort, Order>> = {
  slug: { rank: 'c.slug', type: 'text' },
  name: { rank: 'lower(c.name)', type: 'text' },
  today: {
    rank: `coalesce((select u.requests from usage_clients u
      where u.client_id = c.id and u.day = utc_day()), 0)::float8`,
    type: 'float8',
  },
  last_active: {
    rank: `coalesce((select extract(epoch from t.created_at) * 1000000 from turns t
      where t.client_id = c.id order by t.id desc limit 1), 0)::float8`,
    type: 'float8',
  },
};

/** The page is chosen first: what else belongs to a client is read for its rows only. */
function listSql(sort: ClientSort): string {
  const { rank, type } = orders[sort];
  const order = type === 'text' ? 'c.rank, c.slug' : 'c.rank desc, c.slug';
  const isLater = `c.rank ${type === 'text' ? '>' : '<'} $1::${type}`;
  return `select ${columns}, c.rank from (
      select c.* from (
        select c.*, ${rank} as rank from clients c where c.deleted_at is null
          and ($4::text is null or strpos(c.slug, lower($4)) > 0 or strpos(lower(c.name), lower($4)) > 0)
          and ($5::text is null or $5 = case when c.enabled then c.subscription_status else 'revoked' end)) c
      where $2::text is null or ${isLater} or (c.rank = $1 and c.slug > $2)
      order by ${order} limit $3) c order by ${order}`;
}

function clientOf(row: ClientRow): Client {
  return {
    ...row,
    agents: new Map(row.agents.map((agent) => [agent.slug, agent])),
    documentedAgents: {
      client: new Set(row.documentedAgents.client),
      operator: new Set(row.documentedAgents.operator),
    },
    guidance: new Map(Object.entries(row.guidance)),
  };
}
