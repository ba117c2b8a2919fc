import type { ModelLimits } from '#adapters/models/model-settings.ts';
import { createModelRegistry } from '#adapters/models/registry.ts';
import type {
  ModelCall,
  ModelListener,
  ModelProvider,
  ModelRequest,
  ModelResult,
} from '#core/models/model-provider.ts';
import type { WireName } from '#wires/registry.ts';

/** Longer than a busy machine takes: a test of a limit sets it. */
export const LIMITS: ModelLimits = {
  connectMs: 60_000,
  firstByteMs: 120_000,
  idleMs: 120_000,
  turnMs: 240_000,
};

export const REQUEST: ModelRequest = {
  model: 'test-model',
  instructions: { stable: 'Be brief.', personal: '' },
  messages: [{ role: 'user', content: 'Hello?' }],
};

export interface TestProvider extends AsyncDisposable {
  readonly provider: ModelProvider;
}

export function testProvider(
  baseUrl: string,
  wire: WireName = 'openai',
  limits: Partial<ModelLimits> = {},
  apiKey: string | null = 'sk-test-key',
  headers: Readonly<Record<string, string>> = {},
  models: ModelProvider['models'] = [],
): TestProvider {
  const registry = createModelRegistry({
    providers: [{ id: 'test', label: 'Test', wire, baseUrl, apiKey, headers, models }],
    limits: { ...LIMITS, ...limits },
  });
  const provider = registry.providers[0];
  if (!provider) throw new Error('no provider');
  return { provider, [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose]() };
}

/** A listener that records what it receives and says when it has received enough. */
export class Heard implements ModelListener {
  readonly texts: string[] = [];
  call: ModelCall | null = null;
  calls = 0;
  readonly #waiting: { readonly enough: (text: string) => boolean; readonly resolve: () => void }[] = [];

  get text(): string {
    return this.texts.join('');
  }

  onCalled(call: ModelCall): void {
    this.call = call;
    this.calls += 1;
    this.#check();
  }

  onText(text: string): void {
    this.texts.push(text);
    this.#check();
  }

  until(enough: (text: string) => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ enough, resolve });
      this.#check();
    });
  }

  #check(): void {
    for (const waiting of this.#waiting) if (waiting.enough(this.text)) waiting.resolve();
  }
}

export interface Asked {
  readonly text: string;
  readonly texts: readonly string[];
  readonly result: ModelResult | null;
  readonly error: unknown;
}

/** One whole call, failed or not. */
export async function ask(
  provider: ModelProvider,
  request: Partial<ModelRequest> = {},
  signal = new AbortController().signal,
): Promise<Asked> {
  const heard = new Heard();
  try {
    const result = await provider.stream({ ...REQUEST, ...request }, heard, signal);
    return { text: heard.text, texts: heard.texts, result, error: null };
  } catch (error) {
    return { text: heard.text, texts: heard.texts, result: null, error };
  }
}
