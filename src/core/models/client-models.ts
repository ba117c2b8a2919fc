import type { Agent, Client } from '../tenants/client.ts';
import { chooseModel, type ModelCandidate } from './choose-model.ts';
import type { ModelProvider } from './model-provider.ts';

/** What the operator configured. */
export interface ConfiguredModels {
  readonly providers: readonly ModelProvider[];
  readonly defaultModel: string | null;
}

/** What answers a client's prompt to an agent, best first. Without an agent: one that it may no longer use. */
export function candidatesOf(
  client: Client,
  agent: Agent | undefined,
  deepDive: boolean,
  models: ConfiguredModels,
): ModelCandidate[] {
  return chooseModel({
    providers: models.providers,
    allowedProviders: client.providers,
    clientModel: client.model,
    agentModel: agent?.model ?? null,
    agentDeepDiveModel: agent?.deepDive.model ?? null,
    defaultModel: models.defaultModel,
    deepDive,
  });
}
