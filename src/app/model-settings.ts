import type { ModelSettings } from '#adapters/models/model-settings.ts';
import type { Config, ModelChoice, ProviderSettings } from '#config';

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

export function referenceOf({ provider, model }: ModelChoice): string {
  return `${provider}/${model}`;
}

function headersOf({ headers }: ProviderSettings): Readonly<Record<string, string>> {
  const revealed = Object.entries(headers.secret).map(([name, value]) => [name, value.reveal()] as const);
  return { ...headers.plain, ...Object.fromEntries(revealed) };
}
