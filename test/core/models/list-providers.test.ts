import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Value } from 'typebox/value';
import { ProviderList } from '#contract/health.ts';
import { perDimension } from '#contract/quota.ts';
import type { Client } from '#core/clients/client.ts';
import { Circuits } from '#core/models/circuit.ts';
import { listProviders } from '#core/models/client-models.ts';
import type { ModelProvider } from '#core/models/model-provider.ts';
import { unaskedProvider } from '#test/mock/unasked-provider.ts';

const alpha = provider('alpha');
const beta = provider('beta');
const demo = provider('demo');

describe('the providers of a client', () => {
  it('are those that it may use, with the one that answers first as default', () => {
    const list = listed([alpha, beta], client({ providers: null }), 'beta/m');
    assert.deepEqual(Value.Errors(ProviderList, list), []);
    assert.deepEqual(
      list.data.map((one) => [one.id, one.default]),
      [
        ['alpha', false],
        ['beta', true],
      ],
    );
    assert.deepEqual(listed([alpha, beta], client({ providers: ['alpha'] }), 'beta/m').data.map(short), [
      'alpha true',
    ]);
    assert.deepEqual(listed([alpha, beta], client({ providers: [] }), null).data, []);
  });

  it('have the client override and the agent model before the general default', () => {
    assert.deepEqual(listed([alpha, beta], client({ model: 'beta/m' }), 'alpha/m').data.map(short), [
      'alpha false',
      'beta true',
    ]);
    assert.deepEqual(listed([alpha, beta], client({ agentModel: 'beta/m' }), 'alpha/m').data.map(short), [
      'alpha false',
      'beta true',
    ]);
  });

  it('include the demo only where it is what answers', () => {
    assert.deepEqual(listed([demo], client(), null).data.map(short), ['demo true']);
    assert.deepEqual(listed([demo, alpha], client(), null).data.map(short), ['alpha true']);
  });

  it('show what real calls found', () => {
    const circuits = new Circuits({ threshold: 2 });
    circuits.admit('alpha')?.failed();
    const models = { providers: [alpha, beta], defaultModel: null, fallback: [] };
    const { data } = listProviders(client(), models, (id) => circuits.status(id));
    assert.deepEqual(
      data.map(({ status }) => status),
      ['degraded', 'available'],
    );
    circuits.admit('alpha')?.failed();
    const later = listProviders(client(), models, (id) => circuits.status(id));
    assert.deepEqual(
      later.data.map(({ status }) => status),
      ['unavailable', 'available'],
    );
  });

  it('say what they can do and nothing about keys, addresses or costs', () => {
    assert.deepEqual(listed([alpha], client(), null).data, [
      {
        id: 'alpha',
        label: 'Label of alpha',
        models: ['m', 'n'],
        default: true,
        status: 'available',
        supports: { streaming: true, deep_dive: true },
      },
    ]);
  });
});

function listed(providers: readonly ModelProvider[], of: Client, defaultModel: string | null) {
  return listProviders(of, { providers, defaultModel, fallback: [] }, () => 'available');
}

function short(one: { id: string; default: boolean }): string {
  return `${one.id} ${one.default}`;
}

function provider(id: string): ModelProvider {
  return unaskedProvider(id, [
    { id: 'm', windowTokens: 1_000 },
    { id: 'n', windowTokens: 1_000 },
  ]);
}

interface Settings {
  readonly providers?: readonly string[] | null;
  readonly model?: string | null;
  readonly agentModel?: string | null;
}

function client({ providers = null, model = null, agentModel = null }: Settings = {}): Client {
  const agent = {
    slug: 'assistant',
    name: 'Assistant',
    instructions: '',
    model: agentModel,
    deepDive: { model: null, effort: 'high', instructions: '' },
  } as const;
  return {
    id: 1,
    slug: 'acme',
    name: 'Acme',
    sourceApp: 'acme',
    enabled: true,
    subscriptionStatus: 'trial',
    dailyLimit: null,
    userLimits: perDimension(() => null),
    deepDiveEnabled: false,
    defaultAgent: 'assistant',
    model,
    providers,
    scopes: ['chat'],
    origins: [],
    burstPerMinute: null,
    concurrentTurns: null,
    concurrentTurnsPerUser: null,
    retentionDays: null,
    knowledgeBytes: null,
    showCost: false,
    openAi: { system: 'append', userHeader: null, defaultUser: null },
    handoffKid: 'kid',
    keyPrefix: 'parley_sk_test',
    previousKeyUntil: null,
    conversationsPrivate: false,
    modelLinks: false,
    usesEvents: false,
    version: 1,
    createdAt: new Date(),
    updatedAt: new Date(),
    boundAgents: [],
    agents: new Map([[agent.slug, agent]]),
    toolAgents: [],
    documentedAgents: { client: new Set(), operator: new Set() },
    guidance: new Map(),
  };
}
