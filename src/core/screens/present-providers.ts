import type { ProviderState } from '#contract/console/live.ts';
import type { Overview } from '#contract/console/screens.ts';
import type { ProviderStatus } from '#contract/health.ts';
import type { ProcessRow, ProviderCalls, ProviderRow } from '../numbers/stored-numbers.ts';
import { presentCalls, sumCalls } from '../usage/call-figures.ts';
import type { ProviderMinute } from './screen-store.ts';

/** A provider as it is configured. */
export interface ConfiguredProvider {
  readonly id: string;
  readonly label: string;
  readonly wire: string;
  readonly models: readonly string[];
}

/** What a provider is judged by, on every screen: its last hour. */
export const judgedMinutes = 60;

/** With a larger share of failed calls a provider fails partly, whatever the processes report about it now. */
const failingShare = 0.05;

const worst: readonly ProviderStatus[] = ['unavailable', 'degraded', 'available'];

/** The worst state that any process has seen, each of which judges by its own calls, and the share of failed calls. */
function statusOf(
  providerId: string,
  { calls, failed }: { readonly calls: number; readonly failed: number },
  processes: readonly ProcessRow[],
): ProviderStatus {
  const seen = processes.map(({ state }) => state?.circuits[providerId] ?? 'available');
  if (failed > failingShare * calls) seen.push('degraded');
  return worst.find((status) => seen.includes(status)) ?? 'available';
}

/** Providers that do not work as they should, configured or known by their calls only. */
export function failingProviders(
  rows: readonly ProviderRow[],
  processes: readonly ProcessRow[],
): Overview['failing_providers'] {
  const named = new Set([
    ...rows.map(({ provider }) => provider),
    ...processes.flatMap(({ state }) => Object.keys(state?.circuits ?? {})),
  ]);
  return [...named].sort().flatMap((provider) => {
    const calls = callsOf(rows.filter((row) => row.provider === provider));
    const status = statusOf(provider, calls, processes);
    return status === 'available' ? [] : [{ provider, status, ...calls }];
  });
}

function callsOf(rows: readonly Pick<ProviderRow, 'calls' | 'failed' | 'timeouts'>[]) {
  const sum = (name: 'calls' | 'failed' | 'timeouts') => rows.reduce((total, row) => total + row[name], 0);
  return { calls: sum('calls'), failed: sum('failed'), timeouts: sum('timeouts') };
}

export function presentProviderState(
  provider: ConfiguredProvider,
  rows: readonly ProviderRow[],
  minutes: readonly ProviderMinute[],
  processes: readonly ProcessRow[],
  today: readonly ProviderCalls[],
): ProviderState {
  const own = rows.filter((row) => row.provider === provider.id);
  return {
    id: provider.id,
    label: provider.label,
    wire: provider.wire,
    models: [...provider.models],
    status: statusOf(provider.id, callsOf(own), processes),
    minutes: minutes
      .filter((minute) => minute.provider === provider.id)
      .map(({ at, calls, failed, timeouts }) => ({ at: at.toISOString(), calls, failed, timeouts })),
    ...callsOf(own),
    first_text: {
      p50_ms: slowest(own, (row) => row.firstText?.p50),
      p95_ms: slowest(own, (row) => row.firstText?.p95),
    },
    today: presentCalls(sumCalls(today.filter((row) => row.provider === provider.id))),
  };
}

/** Percentiles of different models do not add up, so the slowest model speaks for its provider. */
function slowest(rows: readonly ProviderRow[], of: (row: ProviderRow) => number | undefined): number | null {
  const known = rows.flatMap((row) => of(row) ?? []);
  return known.length === 0 ? null : Math.round(Math.max(...known) * 1_000);
}
