import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseModel, type ModelChoice, parseModelReference } from '#core/models/choose-model.ts';
import type { ModelProvider } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { unaskedProvider } from '#test/mock/unasked-provider.ts';

const alpha = provider('alpha', 'a1', 'a2');
const beta = provider('beta', 'b1', 'b2');
const gamma = provider('gamma', 'g1');
const demo = provider('demo', 'parley-docs');

describe('the models of a turn', () => {
  it('are the client override alone, else the agent model, else the default, else the first of all', () => {
    const all = { clientModel: 'alpha/a2', agentModel: 'beta/b2', defaultModel: 'gamma/g1' };
    assert.deepEqual(chosen(all), ['alpha/a2']);
    assert.deepEqual(chosen({ ...all, clientModel: null }), ['beta/b2']);
    assert.deepEqual(chosen({ ...all, clientModel: null, agentModel: null }), ['gamma/g1']);
    assert.deepEqual(chosen({}), ['alpha/a1']);
  });

  it('take the Deep Dive model of the agent for a Deep Dive only', () => {
    const agent = { agentModel: 'alpha/a1', agentDeepDiveModel: 'beta/b2' };
    assert.deepEqual(chosen({ ...agent, deepDive: true }), ['beta/b2']);
    assert.deepEqual(chosen({ ...agent, deepDive: false }), ['alpha/a1']);
  });

  it('are never a weaker one for a Deep Dive because the client has an override', () => {
    const choice = { clientModel: 'alpha/a1', agentDeepDiveModel: 'beta/b2', deepDive: true };
    assert.deepEqual(chosen(choice), ['beta/b2']);
    assert.deepEqual(chosen({ ...choice, agentDeepDiveModel: null }), ['alpha/a1']);
  });

  it('continue with the fallbacks in their order, each once, and with nothing that is not listed', () => {
    const fallback = ['gamma/g1', 'beta/b2', 'gamma/g1', 'beta/b1'];
    assert.deepEqual(chosen({ defaultModel: 'beta/b2', fallback }), ['beta/b2', 'gamma/g1', 'beta/b1']);
    assert.deepEqual(chosen({ defaultModel: 'beta/b2' }), ['beta/b2']);
  });

  it('come from allowed providers only, fallbacks too', () => {
    const choice = { clientModel: 'alpha/a1', defaultModel: 'beta/b2', allowedProviders: ['beta'] };
    assert.deepEqual(chosen({ ...choice, fallback: ['alpha/a2', 'beta/b1'] }), ['beta/b2', 'beta/b1']);
    assert.deepEqual(chosen({ clientModel: 'alpha/a1', allowedProviders: ['gamma'] }), ['gamma/g1']);
    assert.deepEqual(chosen({ allowedProviders: [] }), []);
  });

  it('pass over a provider that is not configured', () => {
    assert.deepEqual(chosen({ clientModel: 'gone/x', defaultModel: 'beta/b1' }), ['beta/b1']);
  });

  it('may be unknown to a known provider', () => {
    assert.deepEqual(chosen({ defaultModel: 'alpha/brand-new' }), ['alpha/brand-new']);
  });

  it('never fall back to the demo from a real provider', () => {
    assert.deepEqual(chosen({ providers: [demo, alpha] }), ['alpha/a1']);
    assert.deepEqual(chosen({ providers: [demo, alpha], clientModel: 'demo/parley-docs' }), ['alpha/a1']);
    assert.deepEqual(chosen({ providers: [demo, alpha], allowedProviders: ['demo'] }), []);
  });

  it('are the demo when nothing else is configured', () => {
    assert.deepEqual(chosen({ providers: [demo], defaultModel: 'alpha/a1' }), ['demo/parley-docs']);
  });
});

describe('a model reference', () => {
  it('splits at its first slash', () => {
    assert.deepEqual(parseModelReference('router/meta/llama'), { providerId: 'router', model: 'meta/llama' });
  });

  it('has both parts', () => {
    for (const reference of ['', 'alpha', '/a1', 'alpha/']) {
      assert.equal(parseModelReference(reference), null);
    }
  });
});

function chosen(choice: Partial<ModelChoice>): string[] {
  return chooseModel({
    providers: [alpha, beta, gamma],
    allowedProviders: null,
    clientModel: null,
    agentModel: null,
    agentDeepDiveModel: null,
    defaultModel: null,
    fallback: [],
    deepDive: false,
    ...choice,
  }).map((candidate) => `${candidate.provider.id}/${candidate.model}`);
}

function provider(id: string, ...models: string[]): ModelProvider {
  return unaskedProvider(
    id,
    models.map((model) => ({ id: model, windowTokens: 1_000 })),
  );
}

export const breaks: readonly Break[] = [
  {
    rule: 'A prompt goes to no model that was not chosen or listed as a fallback',
    file: 'src/core/models/choose-model.ts',
    replace: 'for (const candidate of [chosen, ...resolveAll(choice.fallback, usable)]) {',
    by: 'for (const candidate of [chosen, ...resolveAll(choice.fallback, usable), ...resolveAll(wanted, usable)]) {',
  },
  {
    rule: 'A fallback is asked only where the client may use its provider',
    file: 'src/core/models/choose-model.ts',
    replace: 'resolveAll(choice.fallback, usable)',
    by: 'resolveAll(choice.fallback, choice.providers)',
  },
  {
    rule: 'A Deep Dive is not weakened by the client’s model',
    file: 'src/core/models/choose-model.ts',
    replace: `    choice.deepDive ? choice.agentDeepDiveModel : null,
    choice.clientModel,`,
    by: `    choice.clientModel,
    choice.deepDive ? choice.agentDeepDiveModel : null,`,
  },
];
