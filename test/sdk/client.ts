import { Parley } from '../../src/sdk/index.ts';
import { ScriptedService } from './scripted-service.ts';

export interface Pair extends AsyncDisposable {
  readonly service: ScriptedService;
  readonly client: Parley;
}

/** A service without scripts, and a client of it that retries without delay. */
export async function startPair(
  options: { timeoutMs?: number; idleTimeoutMs?: number; fetch?: typeof globalThis.fetch } = {},
): Promise<Pair> {
  const service = await ScriptedService.start();
  const client = new Parley({
    apiKey: 'parley_sk_test',
    baseUrl: service.baseUrl,
    retryDelayMs: 1,
    ...options,
  });
  return { service, client, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

export async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
