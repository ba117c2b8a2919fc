import { quotaDimensions } from '#contract/quota.ts';
import { chargeOf } from '../../usage/charge.ts';
import type { AdmissionRule } from './admission-rule.ts';
import { allowsOneMore } from './allows-one-more.ts';
import { isConfirmation } from './is-confirmation.ts';

/**
 * Requires capacity in every dimension in which the request counts; otherwise it is charged in none. The client's day
 * comes first.
 */
export const quotaExceeded: AdmissionRule = (request, { client, usage }) => {
  if (isConfirmation(request)) return null;
  if (!allowsOneMore(client.dailyLimit, usage.clientRequests)) {
    return { status: 'quota_exceeded', dimension: 'requests', scope: 'client', usage };
  }
  const charge = chargeOf({ ...request, isConfirmation: false });
  const full = quotaDimensions.find(
    (dimension) =>
      charge[dimension] > 0 && !allowsOneMore(client.userLimits[dimension], usage.user[dimension]),
  );
  return full === undefined ? null : { status: 'quota_exceeded', dimension: full, scope: 'user', usage };
};
