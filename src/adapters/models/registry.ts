import { assumedWindowTokens } from '#contract/models.ts';
import { parseModelReference } from '#core/models/choose-model.ts';
import type { ModelProvider } from '#core/models/model-provider.ts';
import { wireOfVendor, wires } from '#wires/registry.ts';
import { createDemoProvider } from './demo.ts';
import { HttpProvider, type ModelOffer } from './http-provider.ts';
import type { ModelSettings, ProviderSettings } from './model-settings.ts';
import { Outbound } from './outbound.ts';

/** Every provider of the process, and the outbound client that they share. */
export interface ModelRegistry extends AsyncDisposable {
  readonly providers: readonly ModelProvider[];
}

/** Without a configured provider the registry holds the demo; otherwise it never does. */
export function createModelRegistry(settings: ModelSettings): ModelRegistry {
  const outbound = new Outbound(settings.limits);
  const providers =
    settings.providers.length === 0
      ? [createDemoProvider()]
      : settings.providers.map(
          (provider) =>
            new HttpProvider(
              provider,
              offerOf(provider, settings.fallback ?? []),
              wires[provider.wire],
              outbound,
            ),
        );
  return { providers, [Symbol.asyncDispose]: () => outbound[Symbol.asyncDispose]() };
}

/** A model that is named only as a fallback is listed last, so that it does not become the provider's default. */
function offerOf({ id, models: named }: ProviderSettings, fallback: readonly string[]): ModelOffer {
  const listed = named.length > 0 ? named : (wireOfVendor(id)?.models ?? []);
  const asFallback = fallback
    .map(parseModelReference)
    .filter((reference) => reference?.providerId === id)
    .flatMap((reference) => reference?.model ?? [])
    .filter((model, index, all) => all.indexOf(model) === index);
  const unlisted = asFallback.filter((model) => !listed.some((one) => one.id === model));
  const first = named.length > 0 ? named : listed.slice(0, 1);
  return {
    models: [...listed, ...unlisted.map((model) => ({ id: model, windowTokens: assumedWindowTokens }))],
    expected: [...new Set([...first.map((model) => model.id), ...asFallback])],
  };
}
