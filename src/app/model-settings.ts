import type { ModelSettings } from '#adapters/models/model-settings.ts';
import type { Config, ModelChoice, ProviderSettings } from '#config';
import type { ConfiguredModels } from '#core/models/client-models.ts';
import type { ModelProvider } from '#core/models/model-provider.ts';

/** The model settings of the configuration, with secrets revealed for the adapters that send them. */
export function modelSettingsOf({ providers, limits, fallback }: Config): ModelSettings {
  return {
    providers: providers.map((provider) => ({
      ...provider,
      apiKey: provider.apiKey?.reveal() ?? null,
      headers: headersOf(provider),
    })),
    limits,
    fallback: fallback.map(referenceOf),
  };
}

/** The models that clients may be answered by. */
export function configuredModels(
  { defaultModel, fallback }: Config,
  providers: readonly ModelProvider[],
): ConfiguredModels {
  return {
    providers,
    defaultModel: defaultModel === null ? null : referenceOf(defaultModel),
    fallback: fallback.map(referenceOf),
  };
}

function referenceOf({ provider, model }: ModelChoice): string {
  return `${provider}/${model}`;
}

function headersOf({ headers }: ProviderSettings): Readonly<Record<string, string>> {
  const revealed = Object.entries(headers.secret).map(([name, value]) => [name, value.reveal()] as const);
  return { ...headers.plain, ...Object.fromEntries(revealed) };
}
