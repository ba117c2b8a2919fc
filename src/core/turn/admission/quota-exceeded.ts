import type { UsageCounts } from '../../quota/usage.ts';
import type { Admission } from './admission.ts';
import type { ClientFacts } from './admission-facts.ts';
import type { AdmissionRule } from './admission-rule.ts';
import { hasRoom } from './has-room.ts';

interface Quota {
  readonly dimension: 'requests' | 'priority' | 'deep_dive';
  readonly scope: 'client' | 'user';
  readonly limit: (client: ClientFacts) => number | null;
  readonly used: (usage: UsageCounts) => number;
  /** Whether the request counts in this dimension. */
  readonly costs: (request: Admission) => boolean;
}

const quotas: readonly Quota[] = [
  {
    dimension: 'requests',
    scope: 'client',
    limit: (client) => client.dailyLimit,
    used: (usage) => usage.clientRequests,
    costs: () => true,
  },
  {
    dimension: 'requests',
    scope: 'user',
    limit: (client) => client.userRequestsLimit,
    used: (usage) => usage.userRequests,
    costs: () => true,
  },
  {
    dimension: 'priority',
    scope: 'user',
    limit: (client) => client.userPriorityLimit,
    used: (usage) => usage.userPriority,
    costs: (request) => request.priority,
  },
  {
    dimension: 'deep_dive',
    scope: 'user',
    limit: (client) => client.userDeepDiveLimit,
    used: (usage) => usage.userDeepDive,
    costs: (request) => request.deepDive,
  },
];

/** Room in every dimension in which the request counts, or no charge at all. */
export const quotaExceeded: AdmissionRule = (request, { client, usage }) => {
  for (const { dimension, scope, limit, used, costs } of quotas) {
    if (costs(request) && !hasRoom(limit(client), used(usage))) {
      return { status: 'quota_exceeded', dimension, scope, usage };
    }
  }
  return null;
};
