import type { AgentRecord, AgentSettings, AgentWriter } from '#core/clients/agent.ts';
import { camelRow, camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';

const columns = `slug, name, instructions, model, reserved,
  jsonb_build_object('model', deep_dive_model, 'effort', deep_dive_effort,
    'instructions', deep_dive_instructions) as deep_dive, created_at, updated_at`;

/** Agents. Writes belong inside a transaction that also marks the clients' cached copies as stale. */
export class PostgresAgentStore implements AgentWriter {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  find(slug: string): Promise<AgentRecord | null> {
    return camelRow(this.#database, `select ${columns} from agents where slug = $1`, [slug]);
  }

  list(after: string | null = null, limit: number | null = null): Promise<AgentRecord[]> {
    return camelRows(
      this.#database,
      `select ${columns} from agents where $1::text is null or slug > $1 order by slug limit $2`,
      [after, limit],
    );
  }

  lock(slug: string): Promise<AgentRecord | null> {
    return camelRow(this.#database, `select ${columns} from agents where slug = $1 for update`, [slug]);
  }

  async defaultOf(slug: string, which: 'all' | 'unbound'): Promise<string[]> {
    const rows = await this.#database.query<{ slug: string }>(
      `select c.slug from clients c where c.default_agent = $1 and ($2 or not exists (
         select from client_agents ca where ca.client_id = c.id and ca.agent_slug = $1 and ca.bound))
       order by c.slug limit 3`,
      [slug, which === 'all'],
    );
    return rows.map((row) => row.slug);
  }

  async hasDocuments(slug: string): Promise<boolean> {
    const rows = await this.#database.query(
      'select from corpora where agent = $1 and documents > 0 limit 1',
      [slug],
    );
    return rows.length > 0;
  }

  /** Its corpora are empty by now. */
  async delete(slug: string): Promise<void> {
    await this.#database.query('delete from corpora where agent = $1', [slug]);
    await this.#database.query('delete from client_agents where agent_slug = $1', [slug]);
    // An agent that is made again under this name is offered nothing that was meant for this one.
    await this.#database.query('update tools set agents = array_remove(agents, $1) where $1 = any (agents)', [
      slug,
    ]);
    await this.#database.query('delete from agents where slug = $1', [slug]);
  }

  /** The lock is a statement of its own, so that the next one sees the change that it has waited for. */
  async usability(clientId: number | null, slug: string): Promise<'open' | 'closed' | 'unknown'> {
    const locked = await this.#database.query('select from agents where slug = $1 for share', [slug]);
    if (locked.length === 0) return 'unknown';
    const [row] = await this.#database.query<{ open: boolean }>('select agent_allowed($1, $2) as open', [
      clientId,
      slug,
    ]);
    return row?.open ? 'open' : 'closed';
  }

  async insert(agent: AgentSettings): Promise<boolean> {
    const rows = await this.#database.query(
      `insert into agents (slug, name, instructions, model, reserved, deep_dive_model, deep_dive_effort,
         deep_dive_instructions)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning slug`,
      valuesOf(agent),
    );
    return rows.length === 1;
  }

  async save(agent: AgentSettings): Promise<void> {
    await this.#database.query(
      `update agents set name = $2, instructions = $3, model = $4, reserved = $5, deep_dive_model = $6,
         deep_dive_effort = $7, deep_dive_instructions = $8, updated_at = now()
       where slug = $1`,
      valuesOf(agent),
    );
  }
}

function valuesOf({ slug, name, instructions, model, reserved, deepDive }: AgentSettings) {
  const { model: deepModel, effort, instructions: deepInstructions } = deepDive;
  return [slug, name, instructions, model, reserved, deepModel, effort, deepInstructions];
}
