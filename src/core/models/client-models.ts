import type { Agent, Client } from '../clients/client.ts';
import { chooseModel, type ModelCandidate } from './choose-model.ts';
import type { ModelProvider } from './model-provider.ts';

/** The models that the operator configured. */
export interface ConfiguredModels {
  readonly providers: readonly ModelProvider[];
  readonly defaultModel: string | null;
  /** Models to fall back to when the chosen one fails, as `<provider>/<model>`, best first. */
  readonly fallback: readonly string[];
}

/**
 * The models for a client's prompt to an agent: the chosen one, then its fallbacks. The agent is missing when the
 * client may no longer use it.
 */
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
    fallback: models.fallback,
    deepDive,
  });
}
