import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseModel, type ModelChoice, parseModelReference } from '#core/models/choose-model.ts';
import type { ModelProvider } from '#core/models/model-provider.ts';

const alpha = provider('alpha', 'a1', 'a2');
const beta = provider('beta', 'b1', 'b2');
const gamma = provider('gamma', 'g1');
const demo = provider('demo', 'parley-docs');

describe('the models of a turn', () => {
  it('begin with the client override, then the agent, then the default', () => {
    const all = { clientModel: 'alpha/a2', agentModel: 'beta/b2', defaultModel: 'gamma/g1' };
    assert.deepEqual(chosen(all), ['alpha/a2', 'beta/b2', 'gamma/g1']);
    assert.deepEqual(chosen({ ...all, clientModel: null }), ['beta/b2', 'gamma/g1', 'alpha/a1']);
    assert.deepEqual(chosen({ ...all, clientModel: null, agentModel: null }), [
      'gamma/g1',
      'alpha/a1',
      'beta/b1',
    ]);
  });

  it('take the Deep Dive model of the agent for a Deep Dive only', () => {
    const agent = { agentModel: 'alpha/a1', agentDeepDiveModel: 'beta/b2' };
    assert.equal(chosen({ ...agent, deepDive: true })[0], 'beta/b2');
    assert.deepEqual(chosen({ ...agent, deepDive: false }), ['alpha/a1', 'beta/b1', 'gamma/g1']);
  });

  it('leave the client override first even for a Deep Dive', () => {
    const choice = { clientModel: 'alpha/a1', agentDeepDiveModel: 'beta/b2', deepDive: true };
    assert.deepEqual(chosen(choice).slice(0, 2), ['alpha/a1', 'beta/b2']);
  });

  it('fail over to the first models of the other providers', () => {
    assert.deepEqual(chosen({ defaultModel: 'beta/b2' }), ['beta/b2', 'alpha/a1', 'gamma/g1']);
  });

  it('come from allowed providers only', () => {
    const choice = { clientModel: 'alpha/a1', defaultModel: 'beta/b2', allowedProviders: ['beta'] };
    assert.deepEqual(chosen(choice), ['beta/b2']);
    assert.deepEqual(chosen({ allowedProviders: [] }), []);
  });

  it('pass over a provider that is not configured', () => {
    assert.equal(chosen({ clientModel: 'gone/x', defaultModel: 'beta/b1' })[0], 'beta/b1');
  });

  it('may be unknown to a known provider', () => {
    assert.equal(chosen({ defaultModel: 'alpha/brand-new' })[0], 'alpha/brand-new');
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
    deepDive: false,
    ...choice,
  }).map((candidate) => `${candidate.provider.id}/${candidate.model}`);
}

function provider(id: string, ...models: string[]): ModelProvider {
  return {
    id,
    label: id,
    models: models.map((model) => ({ id: model, windowTokens: 1_000 })),
    supportsDeepDive: true,
    stream: () => Promise.reject(new Error('not called here')),
  };
}
