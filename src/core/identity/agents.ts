import type { UsableAgentList } from '#contract/chat.ts';
import type { Agent, Client } from '../clients/client.ts';
import { errors } from '../errors.ts';
import type { Caller } from './caller.ts';

/**
 * The agent of a send. Null means the agent of the conversation, which admission checks. On hosted routes a new
 * conversation gets the client's default agent and an existing one keeps its own, so changing the default ends no
 * conversation. Unknown, reserved and unbound agents are refused alike.
 */
export function chooseAgent(
  caller: Caller,
  agentSlug: string | undefined,
  isFollowUp: boolean,
): string | null {
  const { client } = caller;
  if (agentSlug === undefined && isFollowUp) return null;
  const isForced = caller.kind === 'hosted' && !isFollowUp;
  if (isForced && agentSlug !== undefined && agentSlug !== client.defaultAgent) {
    throw errors.agentNotAllowed();
  }
  return requireAgent(client, agentSlug ?? client.defaultAgent).slug;
}

/** The agents that `chooseAgent` accepts from a key of the client, by slug. */
export function usableAgents({ agents }: Client): Agent[] {
  return [...agents.values()].sort((one, other) => (one.slug < other.slug ? -1 : 1));
}

export function listAgents(client: Client): UsableAgentList {
  const data = usableAgents(client).map(({ slug, name }) => ({
    slug,
    name,
    default: slug === client.defaultAgent,
    deep_dive: client.deepDiveEnabled,
  }));
  return { ok: true, object: 'list', data };
}

export function requireAgent(client: Client, slug: string): Agent {
  const agent = client.agents.get(slug);
  if (agent === undefined) throw errors.agentNotAllowed();
  return agent;
}
