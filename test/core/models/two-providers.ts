import { EventEmitter, once } from 'node:events';
import type { ModelLimits } from '#adapters/models/model-settings.ts';
import { createModelRegistry } from '#adapters/models/registry.ts';
import {
  callModel,
  DEFAULT_RETRY_POLICY,
  type ModelCallOptions,
  type RetryPolicy,
} from '#core/models/call-model.ts';
import type { ModelCandidate } from '#core/models/choose-model.ts';
import { Circuits } from '#core/models/circuit.ts';
import type { ModelCall } from '#core/models/model-provider.ts';
import type { CallEnd } from '#core/models/observed-call.ts';
import { type MockProvider, type MockScenario, startMockProvider } from '#test/mock/mock-provider.ts';

export const QUICK: RetryPolicy = { ...DEFAULT_RETRY_POLICY, firstDelayMs: 1, maxDelayMs: 4 };

export interface World extends AsyncDisposable {
  readonly first: MockProvider;
  readonly second: MockProvider;
  readonly candidates: readonly ModelCandidate[];
  readonly circuits: Circuits;
  readonly clock: { now: number };
  /** How each call ended, in order. */
  readonly ends: (CallEnd & { readonly providerId: string })[];
  /** Resolves when the next text arrives. */
  untilText(): Promise<void>;
  call(options?: Partial<ModelCallOptions>, onCalled?: (call: ModelCall) => void): Promise<Called>;
}

interface Called {
  readonly text: string;
  readonly calls: number;
  readonly result: Awaited<ReturnType<typeof callModel>> | null;
  readonly error: unknown;
}

export async function setUp(
  firstScenarios: readonly MockScenario[] = [],
  secondScenarios: readonly MockScenario[] = [],
  limits: Partial<ModelLimits> = {},
): Promise<World> {
  const [first, second] = await Promise.all([startMockProvider(), startMockProvider()]);
  first.enqueue(...firstScenarios);
  second.enqueue(...secondScenarios);
  const registry = createModelRegistry({
    providers: [settings('first', first, 'm1'), settings('second', second, 'm2')],
    // Longer than a busy machine takes: a test of a limit sets it.
    limits: { connectMs: 60_000, firstByteMs: 120_000, idleMs: 120_000, turnMs: 240_000, ...limits },
  });
  const candidates = registry.providers.map((provider, index) => ({ provider, model: `m${index + 1}` }));
  const clock = { now: 0 };
  const circuits = new Circuits({ threshold: 3, openMs: 1_000, now: () => clock.now });
  const ends: (CallEnd & { readonly providerId: string })[] = [];
  const texts = new EventEmitter();
  return {
    first,
    second,
    candidates,
    circuits,
    clock,
    ends,
    async untilText() {
      await once(texts, 'text');
    },
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
          texts.emit('text');
        },
      };
      const request = {
        instructions: { stable: 'Be brief.', personal: '' },
        messages: [{ role: 'user' as const, content: 'Hello?' }],
      };
      try {
        const result = await callModel({
          candidates,
          requestFor: () => request,
          listener,
          signal: new AbortController().signal,
          circuits,
          policy: QUICK,
          onCall:
            ({ provider }) =>
            (end) =>
              ends.push({ ...end, providerId: provider.id }),
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
