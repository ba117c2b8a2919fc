import type { ModelProvider } from '#core/models/model-provider.ts';
import type { ModelSettings, ModelWire, ProviderSettings } from '#core/models/model-settings.ts';
import { anthropicWire } from './anthropic.ts';
import { defaultModels } from './default-models.ts';
import { createDemoProvider } from './demo.ts';
import { geminiWire } from './gemini.ts';
import { HttpProvider } from './http-provider.ts';
import { openaiWire } from './openai.ts';
import { Outbound } from './outbound.ts';
import type { Wire } from './wire.ts';

const WIRES: Readonly<Record<ModelWire, Wire>> = {
  openai: openaiWire,
  anthropic: anthropicWire,
  gemini: geminiWire,
};

/** Every provider of the process, and the one outbound client behind them. */
export interface ModelRegistry extends AsyncDisposable {
  readonly providers: readonly ModelProvider[];
}

/** Without any configured provider the registry holds the demo, and only then. */
export function createModelRegistry(settings: ModelSettings): ModelRegistry {
  const outbound = new Outbound(settings.limits);
  const providers =
    settings.providers.length === 0
      ? [createDemoProvider()]
      : settings.providers.map(
          (provider) => new HttpProvider(withModels(provider), WIRES[provider.wire], outbound),
        );
  return { providers, [Symbol.asyncDispose]: () => outbound[Symbol.asyncDispose]() };
}

function withModels(settings: ProviderSettings): ProviderSettings {
  return settings.models.length > 0 ? settings : { ...settings, models: defaultModels(settings.id) };
}
