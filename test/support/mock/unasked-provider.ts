import type { ModelProvider, ProviderFinding } from '#core/models/model-provider.ts';

/** A provider for decisions that need no call. `inspect` passes by default. */
export function unaskedProvider(
  id: string,
  models: ModelProvider['models'] = [],
  inspect: ModelProvider['inspect'] = async () => works,
): ModelProvider {
  return {
    id,
    label: `Label of ${id}`,
    models,
    expectedModels: [],
    supportsDeepDive: true,
    sendsSafetyIdentifier: false,
    stream: () => Promise.reject(new Error('nothing is asked here')),
    inspect,
  };
}

export const works: ProviderFinding = { status: 'pass', detail: 'answers', unknownModels: [] };
