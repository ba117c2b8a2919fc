import type { SubscriptionStatus } from '#contract/closed-sets.ts';

export const statuses: Record<SubscriptionStatus, string> = {
  trial: 'Trial',
  active: 'Active',
  past_due: 'Past due',
  canceled: 'Canceled',
};
