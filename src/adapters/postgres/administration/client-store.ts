import type { ModelEffort, Scope, SubscriptionStatus, SystemMessageMode } from '#contract/closed-sets.ts';
import { perDimension } from '#contract/quota.ts';
import type { Agent, Client } from '#core/clients/client.ts';
import type { ClientStore, KeyHolder } from '#core/clients/client-store.ts';
import type { Queryable } from '../database/database.ts';
import { eachDimension, type LimitColumn, limitColumn } from '../usage/dimension-columns.ts';

interface AgentRow {
  slug: string;
  name: string;
  instructions: string;
  model: string | null;
  deep_dive_model: string | null;
  deep_dive_effort: ModelEffort;
  deep_dive_instructions: string;
}

type LimitColumns = Readonly<Record<LimitColumn, number | null>>;

interface ClientRow extends LimitColumns {
  id: number;
  slug: string;
  name: string;
  source_app: string;
  enabled: boolean;
  subscription_status: SubscriptionStatus;
  daily_limit: number | null;
  deep_dive_enabled: boolean;
  default_agent: string;
  model: string | null;
  providers: string[] | null;
  scopes: Scope[];
  origins: string[];
  burst_per_minute: number | null;
  concurrent_turns: number | null;
  concurrent_turns_per_user: number | null;
  retention_days: number | null;
  openai_system: SystemMessageMode;
  openai_user_header: string | null;
  openai_default_user: string | null;
  handoff_kid: string;
  key_prefix: string;
  previous_key_until: Date | null;
  uses_events: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
  bound_agents: string[];
  agents: AgentRow[];
}

/**
 * Judged by the row at the time of the statement: a key that was replaced since is invalid, even before the end
 * announced for it.
 */
export const previousKeyLasts =
  '(c.previous_key_until > statement_timestamp() and c.previous_key_successor = c.key_hash)';

/** Whether the key with the hash `$1` opens the client `c`: its key, or the one before while that lasts. */
export const keyOpensClient = `(c.key_hash = $1 or (c.previous_key_hash = $1 and ${previousKeyLasts}))
  and c.deleted_at is null`;

const columns = `c.id, c.slug, c.name, c.source_app, c.enabled, c.subscription_status, c.daily_limit,
  ${eachDimension((name) => `c.${limitColumn(name)}`)}, c.deep_dive_enabled, c.default_agent,
  c.model, c.providers, c.scopes, c.origins, c.burst_per_minute, c.concurrent_turns,
  c.concurrent_turns_per_user, c.retention_days, c.openai_system, c.openai_user_header, c.openai_default_user, c.handoff_kid, c.key_prefix, c.version,
  c.events_since is not null as uses_events,
  case when ${previousKeyLasts} then c.previous_key_until end as previous_key_until, c.created_at, c.updated_at,
  coalesce((select array_agg(b.agent_slug order by b.agent_slug) from client_agents b
    where b.client_id = c.id and b.bound), '{}') as bound_agents,
  (select coalesce(jsonb_agg(jsonb_build_object('slug', a.slug, 'name', a.name, 'instructions', a.instructions,
      'model', a.model, 'deep_dive_model', a.deep_dive_model, 'deep_dive_effort', a.deep_dive_effort,
      'deep_dive_instructions', a.deep_dive_instructions) order by a.slug), '[]')
    from agents a where agent_allowed(c.id, a.slug)) as agents`;

export class PostgresClientStore implements ClientStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async findByKeyHash(hash: Buffer): Promise<KeyHolder | null> {
    const [row] = await this.#database.query<ClientRow & { ends_in_ms: number | null }>(
      `select ${columns}, case when c.key_hash <> $1
           then extract(epoch from c.previous_key_until - statement_timestamp())::float8 * 1000 end as ends_in_ms
         from clients c where ${keyOpensClient}`,
      [hash],
    );
    return row === undefined ? null : { client: clientOf(row), endsInMs: row.ends_in_ms };
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
    after: string | null = null,
    limit: number | null = null,
    search: string | null = null,
  ): Promise<Client[]> {
    // The page is chosen first: what else belongs to a client is read for its rows only.
    const rows = await this.#database.query<ClientRow>(
      `select ${columns} from (
         select * from clients where deleted_at is null and ($1::text is null or slug > $1)
           and ($3::text is null or strpos(slug, lower($3)) > 0 or strpos(lower(name), lower($3)) > 0)
         order by slug limit $2) c order by c.slug`,
      [after, limit, search],
    );
    return rows.map(clientOf);
  }

  async #one(text: string, value: unknown): Promise<Client | null> {
    const [row] = await this.#database.query<ClientRow>(text, [value]);
    return row === undefined ? null : clientOf(row);
  }
}

function clientOf(row: ClientRow): Client {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    sourceApp: row.source_app,
    enabled: row.enabled,
    subscriptionStatus: row.subscription_status,
    dailyLimit: row.daily_limit,
    userLimits: perDimension((name) => row[limitColumn(name)]),
    deepDiveEnabled: row.deep_dive_enabled,
    defaultAgent: row.default_agent,
    model: row.model,
    providers: row.providers,
    scopes: row.scopes,
    origins: row.origins,
    burstPerMinute: row.burst_per_minute,
    concurrentTurns: row.concurrent_turns,
    concurrentTurnsPerUser: row.concurrent_turns_per_user,
    retentionDays: row.retention_days,
    openAi: {
      system: row.openai_system,
      userHeader: row.openai_user_header,
      defaultUser: row.openai_default_user,
    },
    handoffKid: row.handoff_kid,
    keyPrefix: row.key_prefix,
    previousKeyUntil: row.previous_key_until,
    usesEvents: row.uses_events,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    boundAgents: row.bound_agents,
    agents: new Map(row.agents.map((agent) => [agent.slug, agentOf(agent)])),
  };
}

function agentOf(row: AgentRow): Agent {
  return {
    slug: row.slug,
    name: row.name,
    instructions: row.instructions,
    model: row.model,
    deepDive: {
      model: row.deep_dive_model,
      effort: row.deep_dive_effort,
      instructions: row.deep_dive_instructions,
    },
  };
}
