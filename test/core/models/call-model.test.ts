import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createModelRegistry } from '#adapters/models/registry.ts';
import { callModel, type ModelCallOptions, type ModelFailure } from '#core/models/call-model.ts';
import type { ModelCandidate } from '#core/models/choose-model.ts';
import { Circuits } from '#core/models/circuit.ts';
import { ModelError } from '#core/models/model-error.ts';
import type { ModelCall } from '#core/models/model-provider.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from '#core/models/retry-policy.ts';
import { type MockProvider, type MockScenario, mockText, startMockProvider } from '#test/mock-provider.ts';

const QUICK: RetryPolicy = { ...DEFAULT_RETRY_POLICY, firstDelayMs: 1, maxDelayMs: 4 };

describe('calling a model', () => {
  it('gives the answer of the first candidate', async () => {
    await using world = await setUp();
    const { text, result } = await world.call();
    assert.equal(text, mockText(5));
    assert.deepEqual(result, {
      finishReason: 'stop',
      inputTokens: 2,
      outputTokens: 5,
      providerId: 'first',
      model: 'm1',
      attempts: 1,
    });
    assert.equal(world.second.received, 0);
  });

  it('repeats twice what may pass, then fails over', async () => {
    await using world = await setUp([{ status: 503 }, { status: 500 }, { resetAfter: 0 }]);
    const { text, result, calls } = await world.call();
    assert.equal(text, mockText(5));
    assert.equal(result?.providerId, 'second');
    assert.equal(result?.attempts, 4);
    assert.equal(world.first.received, 3);
    assert.equal(calls, 1, 'the listener sees one call');
    assert.deepEqual(
      world.failures.map(({ providerId, error }) => `${providerId} ${error.kind}`),
      ['first unavailable', 'first rejected', 'first rejected'],
    );
  });

  it('does not repeat what cannot pass, and fails over', async () => {
    await using world = await setUp([{ status: 401 }]);
    assert.equal((await world.call()).result?.providerId, 'second');
    assert.equal(world.first.received, 1);
  });

  it('neither repeats nor fails over after the first text', async () => {
    await using world = await setUp([{ resetAfter: 2, paceMs: 2 }]);
    const { text, error } = await world.call();
    assert.equal(text, mockText(2));
    assert.ok(error instanceof ModelError);
    assert.equal(world.first.received, 1);
    assert.equal(world.second.received, 0);
  });

  it('fails with the last error when every candidate failed', async () => {
    await using world = await setUp([{ status: 404 }], [{ status: 403 }]);
    const { error } = await world.call();
    assert.ok(error instanceof ModelError);
    assert.match(error.message, /403/);
  });

  it('fails when there is no candidate', async () => {
    await using world = await setUp();
    const { error } = await world.call({ candidates: [] });
    assert.ok(error instanceof ModelError);
    assert.equal(error.kind, 'unavailable');
  });

  it('waits as long as the provider asks', async () => {
    await using world = await setUp([{ status: 429, retryAfter: 0.15 }]);
    const startedAt = performance.now();
    assert.equal((await world.call()).result?.providerId, 'first');
    assert.ok(performance.now() - startedAt >= 149);
  });

  it('does not wait for a provider that asks for too long', async () => {
    await using world = await setUp([{ status: 429, retryAfter: 60 }]);
    assert.equal((await world.call()).result?.providerId, 'second');
  });

  it('begins no repeat when its budget is spent', async () => {
    await using world = await setUp([{ status: 503 }]);
    const { result } = await world.call({ policy: { ...QUICK, budgetMs: 0 } });
    assert.equal(result?.providerId, 'second');
    assert.equal(world.first.received, 1);
  });

  it('stops waiting when it is aborted', async () => {
    await using world = await setUp([{ status: 429, retryAfter: 5 }]);
    const stop = new AbortController();
    const asked = world.call({ signal: stop.signal, onFailure: () => stop.abort('stopped') });
    assert.equal((await asked).error, 'stopped');
    assert.equal(world.first.received, 1);
  });

  it('passes over a provider whose circuit is open, and asks it again later', async () => {
    await using world = await setUp(Array.from({ length: 3 }, () => ({ status: 500 })));
    await world.call();
    assert.equal(world.circuits.status('first'), 'unavailable');
    assert.equal((await world.call()).result?.providerId, 'second');
    assert.equal(world.first.received, 3);
    world.clock.now += 1_000;
    assert.equal((await world.call()).result?.providerId, 'first');
    assert.equal(world.circuits.status('first'), 'available');
  });

  it('tries once more where every circuit is open, so that an outage ends with the first good answer', async () => {
    await using world = await setUp(Array.from({ length: 4 }, () => ({ status: 500 })));
    const only = { candidates: world.candidates.slice(0, 1) };
    await world.call(only);
    assert.equal(world.circuits.status('first'), 'unavailable');
    const failed = await world.call(only);
    assert.ok(failed.error instanceof ModelError);
    assert.equal(world.first.received, 4, 'one call, without repeats');
    assert.equal((await world.call(only)).text, mockText(5));
    assert.equal(world.circuits.status('first'), 'available');
  });

  it('does not hold a refused request or an abort against the provider', async () => {
    await using world = await setUp([{ status: 400 }, { silent: true }]);
    await world.call();
    const stop = new AbortController();
    const asked = world.call({ signal: stop.signal });
    await world.first.waitForCall(2);
    stop.abort();
    await asked;
    assert.equal(world.circuits.status('first'), 'available');
  });

  it('keeps a pause over a repeat', async () => {
    await using world = await setUp([{ status: 503 }, { deltas: 4_096, deltaLength: 1_024 }]);
    let current: ModelCall | null = null;
    const asked = world.call({}, (call) => {
      current = call;
      call.pause();
    });
    const call = await world.first.waitForCall(2);
    // Another answer of the same size comes and goes while this one is held back.
    world.first.enqueue({ deltas: 4_096, deltaLength: 1_024 });
    await world.call();
    assert.ok(!call.finished);
    resume(current);
    assert.equal((await asked).text, mockText(4_096, 1_024));
  });
});

interface World extends AsyncDisposable {
  readonly first: MockProvider;
  readonly second: MockProvider;
  readonly candidates: readonly ModelCandidate[];
  readonly circuits: Circuits;
  readonly clock: { now: number };
  readonly failures: ModelFailure[];
  call(options?: Partial<ModelCallOptions>, onCalled?: (call: ModelCall) => void): Promise<Called>;
}

interface Called {
  readonly text: string;
  readonly calls: number;
  readonly result: Awaited<ReturnType<typeof callModel>> | null;
  readonly error: unknown;
}

async function setUp(
  firstScenarios: readonly MockScenario[] = [],
  secondScenarios: readonly MockScenario[] = [],
): Promise<World> {
  const [first, second] = await Promise.all([startMockProvider(), startMockProvider()]);
  first.enqueue(...firstScenarios);
  second.enqueue(...secondScenarios);
  const registry = createModelRegistry({
    providers: [settings('first', first, 'm1'), settings('second', second, 'm2')],
    limits: { connectMs: 2_000, firstByteMs: 5_000, idleMs: 5_000, turnMs: 30_000 },
  });
  const candidates = registry.providers.map((provider, index) => ({ provider, model: `m${index + 1}` }));
  const clock = { now: 0 };
  const circuits = new Circuits({ threshold: 3, openMs: 1_000, now: () => clock.now });
  const failures: ModelFailure[] = [];
  return {
    first,
    second,
    candidates,
    circuits,
    clock,
    failures,
    async call(options = {}, onCalled = () => {}) {
      let text = '';
      let calls = 0;
      const listener = {
        onCalled(call: ModelCall) {
          calls += 1;
          onCalled(call);
        },
        onText(piece: string) {
          text += piece;
        },
      };
      const request = { instructions: 'Be brief.', messages: [{ role: 'user' as const, content: 'Hello?' }] };
      try {
        const result = await callModel({
          candidates,
          request,
          listener,
          signal: new AbortController().signal,
          circuits,
          policy: QUICK,
          onFailure: (failure) => failures.push(failure),
          ...options,
        });
        return { text, calls, result, error: null };
      } catch (error) {
        return { text, calls, result: null, error };
      }
    },
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]();
      await Promise.all([first[Symbol.asyncDispose](), second[Symbol.asyncDispose]()]);
    },
  };
}

function settings(id: string, mock: MockProvider, model: string) {
  const models = [{ id: model, windowTokens: 1_000 }];
  return { id, label: id, wire: 'openai' as const, baseUrl: mock.baseUrl, apiKey: null, models };
}

function resume(call: ModelCall | null): void {
  assert.ok(call);
  call.resume();
}
