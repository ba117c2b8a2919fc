import {
  type Health,
  type HealthStatus,
  healthStatuses,
  type Liveness,
  type Stopping,
} from '#contract/health.ts';
import type { Client } from '../clients/client.ts';
import type { Checks } from './health-check.ts';

/** The process runs; everything else would require asking a dependency. */
export function presentLiveness(version: string): Liveness {
  return { ok: true, status: 'pass', version };
}

export function presentStopping(version: string): Stopping {
  return { ok: false, status: 'fail', version };
}

/** The service has the status of its worst part. */
export function presentHealth(checks: Checks, version: string, client: Client): Health {
  const status = worstOf(Object.values(checks));
  return {
    ok: status !== 'fail',
    status,
    version,
    checks,
    client: {
      slug: client.slug,
      enabled: client.enabled,
      subscription_status: client.subscriptionStatus,
      scopes: [...client.scopes],
    },
  };
}

function worstOf(statuses: readonly HealthStatus[]): HealthStatus {
  return healthStatuses.findLast((status) => statuses.includes(status)) ?? 'pass';
}
