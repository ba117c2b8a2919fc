import type { PerDimension } from '#contract/quota.ts';

/** What people call a quota dimension. */
export const dimensionNames: PerDimension<string> = {
  requests: 'Requests',
  priority: 'Priority',
  deep_dive: 'Deep Dive',
};
