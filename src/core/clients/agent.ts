import type { AgentResource } from '#contract/admin.ts';
import type { Agent } from './client.ts';

/** An agent as the operator sees it. */
export interface AgentRecord extends Agent {
  /** Only clients that the agent is bound to may use it. */
  readonly reserved: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type AgentSettings = Omit<AgentRecord, 'createdAt' | 'updatedAt'>;

export interface AgentStore {
  find(slug: string): Promise<AgentRecord | null>;
  /** Ordered by slug: all, or the first `limit` after the slug `after`. */
  list(after?: string | null, limit?: number | null): Promise<AgentRecord[]>;
}

export interface AgentWriter extends AgentStore {
  /** The agent, locked against deletion and other changes until this change is stored. */
  lock(slug: string): Promise<AgentRecord | null>;
  /** Some of the clients whose default it is: of all of them, or of those that it is not bound to. */
  defaultOf(slug: string, which: 'all' | 'unbound'): Promise<string[]>;
  /** Whether the operator or a client has documents for it. Needs `lock`. */
  hasDocuments(slug: string): Promise<boolean>;
  /** Deletes its bindings too. Needs `lock`. */
  delete(slug: string): Promise<void>;
  /**
   * Whether a client may use the agent, locked until this change is stored. The client is null when it does not exist
   * yet.
   */
  usability(clientId: number | null, slug: string): Promise<'open' | 'closed' | 'unknown'>;
  /** False when the slug is taken. */
  insert(agent: AgentSettings): Promise<boolean>;
  save(agent: AgentSettings): Promise<void>;
}

export function presentAgent(agent: AgentRecord): AgentResource {
  const { slug, name, instructions, model, reserved, deepDive } = agent;
  return {
    slug,
    name,
    instructions,
    model,
    reserved,
    deep_dive: { ...deepDive },
    created_at: agent.createdAt.toISOString(),
    updated_at: agent.updatedAt.toISOString(),
  };
}
