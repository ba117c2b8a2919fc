import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderStatus } from '#contract/health.ts';
import type { ProcessRow, ProviderRow } from '#core/numbers/stored-numbers.ts';
import { failingProviders, presentProviderState } from '#core/screens/present-providers.ts';
import type { Break } from '#test/break.ts';

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
    deepEqual(presentProviderState(provider, rows, [], processes, []).status, wanted);
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

export const breaks: readonly Break[] = [
  {
    rule: 'The screens of the console say the same of a provider',
    file: 'src/core/screens/present-providers.ts',
    replace: 'status: statusOf(provider.id, callsOf(own), processes)',
    by: 'status: statusOf(provider.id, callsOf([]), processes)',
  },
  {
    rule: 'A provider of which every twentieth call fails works',
    file: 'src/core/screens/present-providers.ts',
    replace: 'failed > failingShare * calls',
    by: 'failed >= failingShare * calls',
  },
  {
    rule: 'A provider that is down is down, whatever share of its calls failed',
    file: 'src/core/screens/present-providers.ts',
    replace: "['unavailable', 'degraded', 'available']",
    by: "['degraded', 'unavailable', 'available']",
  },
];
