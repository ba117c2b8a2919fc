import { quotaDimensions } from '#contract/quota.ts';
import type { AdmissionRule } from './admission-rule.ts';
import { chargeOf } from './charge.ts';
import { hasRoom } from './has-room.ts';

/** Room in every dimension in which the request counts, or no charge at all. The client's day comes first. */
export const quotaExceeded: AdmissionRule = (request, { client, usage }) => {
  if (!hasRoom(client.dailyLimit, usage.clientRequests)) {
    return { status: 'quota_exceeded', dimension: 'requests', scope: 'client', usage };
  }
  const charge = chargeOf(request);
  const full = quotaDimensions.find(
    (dimension) => charge[dimension] > 0 && !hasRoom(client.userLimits[dimension], usage.user[dimension]),
  );
  return full === undefined ? null : { status: 'quota_exceeded', dimension: full, scope: 'user', usage };
};
