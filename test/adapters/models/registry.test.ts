import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProviderSettings } from '#adapters/models/model-settings.ts';
import { createModelRegistry } from '#adapters/models/registry.ts';
import { wires } from '#wires/registry.ts';
import { LIMITS } from './provider-factory.ts';

describe('the model registry', () => {
  it('holds the demo when nothing is configured, and only then', () => {
    assert.deepEqual(idsOf([]), ['demo']);
    assert.deepEqual(idsOf([settings('openai')]), ['openai']);
  });

  it('knows the models of the known providers', async () => {
    for (const id of Object.keys(wires)) {
      await using registry = createModelRegistry({ providers: [settings(id)], limits: LIMITS });
      assert.ok((registry.providers[0]?.models.length ?? 0) > 0, id);
    }
  });

  it('offers a model that is named only as a fallback after the others, and expects it', async () => {
    const models = [{ id: 'mine', windowTokens: 8_000 }];
    const fallback = ['openai/mine', 'openai/spare', 'other/spare'];
    await using registry = createModelRegistry({
      providers: [{ ...settings('openai'), models }],
      limits: LIMITS,
      fallback,
    });
    const [provider] = registry.providers;
    assert.deepEqual(
      provider?.models.map(({ id }) => id),
      ['mine', 'spare'],
    );
    assert.deepEqual(provider?.expectedModels, ['mine', 'spare']);
  });

  it('takes the list of the operator over its own', async () => {
    const models = [{ id: 'mine', windowTokens: 8_000 }];
    await using registry = createModelRegistry({
      providers: [{ ...settings('openai'), models }],
      limits: LIMITS,
    });
    assert.deepEqual(registry.providers[0]?.models, models);
  });
});

function idsOf(providers: readonly ProviderSettings[]): string[] {
  return createModelRegistry({ providers, limits: LIMITS }).providers.map(({ id }) => id);
}

function settings(id: string): ProviderSettings {
  return { id, label: id, wire: 'openai', baseUrl: 'http://127.0.0.1:9/v1', apiKey: null, models: [] };
}
