import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderStatus } from '#contract/health.ts';
import type { ProcessRow, ProviderRow } from '#core/numbers/stored-numbers.ts';
import { failingProviders, presentProviderState } from '#core/screens/present-providers.ts';

const provider = { id: 'openai', label: 'OpenAI', wire: 'openai', models: ['m'] };

const cases: readonly (readonly [calls: number, failed: number, seen: ProviderStatus[], ProviderStatus])[] = [
  [100, 0, ['available'], 'available'],
  [100, 5, ['available'], 'available'],
  [100, 6, ['available'], 'degraded'],
  [0, 0, ['available', 'degraded'], 'degraded'],
  [100, 6, ['unavailable', 'available'], 'unavailable'],
  [0, 0, [], 'available'],
];
for (const [calls, failed, seen, wanted] of cases) {
  test(`with ${failed} of ${calls} calls failed, and seen as ${seen}, it is ${wanted} on every screen`, () => {
    const rows = [rowOf(calls, failed), { ...rowOf(9, 9), provider: 'other' }];
    const processes = seen.map(processOf);
    deepEqual(presentProviderState(provider, rows, [], processes).status, wanted);
    const own = failingProviders(rows, processes).find((each) => each.provider === provider.id);
    deepEqual(own?.status ?? 'available', wanted);
  });
}

function rowOf(calls: number, failed: number): ProviderRow {
  const { id } = provider;
  return { provider: id, model: 'm', calls, failed, timeouts: 0, firstText: null, duration: null };
}

function processOf(status: ProviderStatus, place: number): ProcessRow {
  const circuits = { [provider.id]: status };
  const state = { version: '1', roles: [], streams: 0, running: 0, busySlots: 0, circuits };
  return { id: `p${place}`, startedAt: new Date(0), slots: 1, serviceMs: null, state };
}
