import type { Client } from '../tenants/client.ts';
import { chooseModel, type ModelCandidate } from './choose-model.ts';
import type { ModelProvider } from './model-provider.ts';

/** What the operator configured. */
export interface ConfiguredModels {
  readonly providers: readonly ModelProvider[];
  readonly defaultModel: string | null;
}

/** What would answer a client's next plain prompt to an agent, best first; also for one it may no longer use. */
export function candidatesOf(client: Client, agentSlug: string, models: ConfiguredModels): ModelCandidate[] {
  return chooseModel({
    providers: models.providers,
    allowedProviders: client.providers,
    clientModel: client.model,
    agentModel: client.agents.get(agentSlug)?.model ?? null,
    agentDeepDiveModel: null,
    defaultModel: models.defaultModel,
    deepDive: false,
  });
}
