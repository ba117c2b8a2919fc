import type { Agent, Client } from '#core/clients/client.ts';
import type { ClientStore, KeyHolder } from '#core/clients/client-store.ts';
import { camelRow, camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';
import { eachDimension, limitColumn } from '../usage/dimension-columns.ts';

interface ClientRow extends Omit<Client, 'agents'> {
  readonly agents: readonly Agent[];
}

/**
 * Judged by the row at the time of the statement: a key that has been replaced is invalid, even before the end
 * announced for it.
 */
export const previousKeyLasts =
  '(c.previous_key_until > statement_timestamp() and c.previous_key_successor = c.key_hash)';

/** Whether the key with the hash `$1` opens the client `c`: its key, or the previous one while that is valid. */
export const keyMatchesClient = `(c.key_hash = $1 or (c.previous_key_hash = $1 and ${previousKeyLasts}))
  and c.deleted_at is null`;

const columns = `c.id, c.slug, c.name, c.source_app, c.enabled, c.subscription_status, c.daily_limit,
  jsonb_build_object(${eachDimension((name) => `'${name}', c.${limitColumn(name)}`)}) as user_limits,
  c.deep_dive_enabled, c.default_agent,
  c.model, c.providers, c.scopes, c.origins, c.burst_per_minute, c.concurrent_turns,
  c.concurrent_turns_per_user, c.retention_days, c.handoff_kid, c.key_prefix, c.version,
  jsonb_build_object('system', c.openai_system, 'userHeader', c.openai_user_header,
    'defaultUser', c.openai_default_user) as open_ai,
  c.events_since is not null as uses_events,
  case when ${previousKeyLasts} then c.previous_key_until end as previous_key_until, c.created_at, c.updated_at,
  coalesce((select array_agg(b.agent_slug order by b.agent_slug) from client_agents b
    where b.client_id = c.id and b.bound), '{}') as bound_agents,
  (select coalesce(jsonb_agg(jsonb_build_object('slug', a.slug, 'name', a.name, 'instructions', a.instructions,
      'model', a.model, 'deepDive', jsonb_build_object('model', a.deep_dive_model,
        'effort', a.deep_dive_effort, 'instructions', a.deep_dive_instructions)) order by a.slug), '[]')
    from agents a where agent_allowed(c.id, a.slug)) as agents`;

export class PostgresClientStore implements ClientStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async findByKeyHash(hash: Buffer): Promise<KeyHolder | null> {
    const row = await camelRow<ClientRow & { readonly endsInMs: number | null }>(
      this.#database,
      `select ${columns}, case when c.key_hash <> $1
           then extract(epoch from c.previous_key_until - statement_timestamp())::float8 * 1000 end as ends_in_ms
         from clients c where ${keyMatchesClient}`,
      [hash],
    );
    if (row === null) return null;
    const { endsInMs, ...client } = row;
    return { client: clientOf(client), endsInMs };
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
    // The page is selected first: everything else about a client is read for its rows only.
    const rows = await camelRows<ClientRow>(
      this.#database,
      `select ${columns} from (
         select * from clients where deleted_at is null and ($1::text is null or slug > $1)
           and ($3::text is null or strpos(slug, lower($3)) > 0 or strpos(lower(name), lower($3)) > 0)
         order by slug limit $2) c order by c.slug`,
      [after, limit, search],
    );
    return rows.map(clientOf);
  }

  async #one(text: string, value: unknown): Promise<Client | null> {
    const row = await camelRow<ClientRow>(this.#database, text, [value]);
    return row && clientOf(row);
  }
}

function clientOf(row: ClientRow): Client {
  return { ...row, agents: new Map(row.agents.map((agent) => [agent.slug, agent])) };
}
