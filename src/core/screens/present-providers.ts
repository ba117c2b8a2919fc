import type { ProviderState } from '#contract/console/live.ts';
import type { ProviderStatus } from '#contract/health.ts';
import type { ProcessRow, ProviderRow } from '../numbers/stored-numbers.ts';
import type { ProviderMinute } from './screen-store.ts';

/** A provider as it is configured. */
export interface ConfiguredProvider {
  readonly id: string;
  readonly label: string;
  readonly wire: string;
  readonly models: readonly string[];
}

const worst: readonly ProviderStatus[] = ['unavailable', 'degraded', 'available'];

/** The worst state that any process has seen: each one judges by its own calls. */
export function statusOf(providerId: string, processes: readonly ProcessRow[]): ProviderStatus {
  const seen = processes.map(({ state }) => state?.circuits[providerId] ?? 'available');
  return worst.find((status) => seen.includes(status)) ?? 'available';
}

export function callsOf(rows: readonly Pick<ProviderRow, 'calls' | 'failed' | 'timeouts'>[]) {
  const sum = (name: 'calls' | 'failed' | 'timeouts') => rows.reduce((total, row) => total + row[name], 0);
  return { calls: sum('calls'), failed: sum('failed'), timeouts: sum('timeouts') };
}

export function presentProviderState(
  provider: ConfiguredProvider,
  rows: readonly ProviderRow[],
  minutes: readonly ProviderMinute[],
  processes: readonly ProcessRow[],
): ProviderState {
  const own = rows.filter((row) => row.provider === provider.id);
  return {
    id: provider.id,
    label: provider.label,
    wire: provider.wire,
    models: [...provider.models],
    status: statusOf(provider.id, processes),
    minutes: minutes
      .filter((minute) => minute.provider === provider.id)
      .map(({ at, calls, failed, timeouts }) => ({ at: at.toISOString(), calls, failed, timeouts })),
    ...callsOf(own),
    first_text: {
      p50_ms: slowest(own, (row) => row.firstText?.p50),
      p95_ms: slowest(own, (row) => row.firstText?.p95),
    },
  };
}

/** Percentiles of different models do not add up, so the slowest model speaks for its provider. */
function slowest(rows: readonly ProviderRow[], of: (row: ProviderRow) => number | undefined): number | null {
  const known = rows.flatMap((row) => of(row) ?? []);
  return known.length === 0 ? null : Math.round(Math.max(...known) * 1_000);
}
