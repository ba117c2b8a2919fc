import type { OpenAiModel } from '#contract/openai/models.ts';
import type { Agent, Client } from '../clients/client.ts';
import { requireAgent, usableAgents } from '../identity/agents.ts';
import { secondsOf } from './present-completion.ts';

/** The agents that a client may use, its default first. */
export function presentModels(client: Client): OpenAiModel[] {
  const isDefault = ({ slug }: Agent) => slug === client.defaultAgent;
  const agents = usableAgents(client).sort((one, other) => Number(isDefault(other)) - Number(isDefault(one)));
  return agents.map((agent) => modelOf(agent, client));
}

export function presentModel(client: Client, slug: string): OpenAiModel {
  return modelOf(requireAgent(client, slug), client);
}

/** Clients of OpenAI's API read when a model was created. When an agent was opened to a client is not known. */
function modelOf({ slug, name }: Agent, { createdAt }: Client): OpenAiModel {
  return { id: slug, object: 'model', created: secondsOf(createdAt), owned_by: 'parley', name };
}
