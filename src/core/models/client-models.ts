import type { Provider, ProviderList, ProviderStatus } from '#contract/health.ts';
import type { Agent, Client } from '../clients/client.ts';
import { chooseModel, type ModelCandidate, usableProviders } from './choose-model.ts';
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

type StatusOf = (providerId: string) => ProviderStatus;

/** The providers that may answer a client, in the operator's order. */
export function listProviders(client: Client, models: ConfiguredModels, statusOf: StatusOf): ProviderList {
  const usable = new Set(usableProviders(models.providers, client.providers));
  const [first] = candidatesOf(client, client.agents.get(client.defaultAgent), false, models);
  return {
    ok: true,
    object: 'list',
    data: models.providers
      .filter((provider) => usable.has(provider))
      .map((provider) => presentProvider(provider, provider === first?.provider, statusOf)),
  };
}

function presentProvider(provider: ModelProvider, isDefault: boolean, statusOf: StatusOf): Provider {
  return {
    id: provider.id,
    label: provider.label,
    models: provider.models.map(({ id }) => id),
    default: isDefault,
    status: statusOf(provider.id),
    supports: { streaming: true, deep_dive: provider.supportsDeepDive },
  };
}
