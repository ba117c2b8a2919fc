import type { PerDimension } from '#contract/quota.ts';

/** The display names of the quota dimensions. */
export const dimensionNames: PerDimension<string> = {
  requests: 'Requests',
  priority: 'Priority',
  deep_dive: 'Deep Dive',
};
