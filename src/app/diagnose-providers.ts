import { createModelRegistry } from '#adapters/models/registry.ts';
import type { Config } from '#config';
import type { ProviderFinding } from '#core/models/provider-finding.ts';
import { modelSettingsOf } from './model-settings.ts';

interface ProviderCheck extends Pick<ProviderFinding, 'status' | 'detail'> {
  readonly name: string;
}

/** Every provider is asked for its models with its key, which spends no token. */
export async function checkProviders(config: Config): Promise<readonly ProviderCheck[]> {
  if (config.providers.length === 0) {
    const detail = 'none is configured: the offline demo answers';
    return [{ name: 'providers', status: 'warn', detail }];
  }
  await using registry = createModelRegistry(modelSettingsOf(config));
  return await Promise.all(
    registry.providers.map(async (provider, index) => {
      const { status, detail, unknownModels } = await provider.inspect(new AbortController().signal);
      const settings = config.providers[index];
      const where = settings === undefined ? '' : `${new URL(settings.baseUrl).host} `;
      return {
        name: `provider ${provider.id}`,
        // The service goes on without a model that only some prompts need; an operator who asks should mend it.
        status: unknownModels.length > 0 ? 'fail' : status,
        detail: `${where}${detail}${settings?.apiKey === null ? '; no key is set' : ''}`,
      };
    }),
  );
}
