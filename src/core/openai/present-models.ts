import type { OpenAiModel } from '#contract/openai/models.ts';
import type { Agent, Client } from '../clients/client.ts';
import { requireAgent } from '../identity/agents.ts';
import { secondsOf } from './present-completion.ts';

/** The agents that a client may use, its default first. */
export function presentModels(client: Client): OpenAiModel[] {
  const { defaultAgent } = client;
  const agents = [...client.agents.values()]
    .filter(({ slug }) => slug !== defaultAgent)
    .sort((one, other) => (one.slug < other.slug ? -1 : 1));
  const first = client.agents.get(defaultAgent);
  return [...(first === undefined ? [] : [first]), ...agents].map((agent) => modelOf(agent, client));
}

export function presentModel(client: Client, slug: string): OpenAiModel {
  return modelOf(requireAgent(client, slug), client);
}

/** Clients want to know since when a model exists; the agent has existed for this client since its beginning. */
function modelOf({ slug, name }: Agent, { createdAt }: Client): OpenAiModel {
  return { id: slug, object: 'model', created: secondsOf(createdAt), owned_by: 'parley', name };
}
