import type { Provider, ProviderList, ProviderStatus } from '#contract/health.ts';
import type { Client } from '../clients/client.ts';
import { usableProviders } from './choose-model.ts';
import { type ConfiguredModels, candidatesOf } from './client-models.ts';
import type { ModelProvider } from './model-provider.ts';

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
