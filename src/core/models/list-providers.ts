import type { Provider, ProviderList } from '#contract/health.ts';
import type { Client } from '../clients/client.ts';
import { usableProviders } from './choose-model.ts';
import type { Circuits } from './circuit.ts';
import { type ConfiguredModels, candidatesOf } from './client-models.ts';
import type { ModelProvider } from './model-provider.ts';

/**
 * The providers that may answer a client, in the operator's order, each with the status that real calls have shown.
 */
export function listProviders(client: Client, models: ConfiguredModels, circuits: Circuits): ProviderList {
  const usable = new Set(usableProviders(models.providers, client.providers));
  const [first] = candidatesOf(client, client.agents.get(client.defaultAgent), false, models);
  return {
    ok: true,
    object: 'list',
    data: models.providers
      .filter((provider) => usable.has(provider))
      .map((provider) => presentProvider(provider, provider === first?.provider, circuits)),
  };
}

function presentProvider(provider: ModelProvider, isDefault: boolean, circuits: Circuits): Provider {
  return {
    id: provider.id,
    label: provider.label,
    models: provider.models.map(({ id }) => id),
    default: isDefault,
    status: circuits.status(provider.id),
    supports: { streaming: true, deep_dive: provider.supportsDeepDive },
  };
}
