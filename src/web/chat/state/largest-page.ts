import type { limits } from '#contract/limits.ts';

/** The messages that one request reads at most. */
export const largestPage: (typeof limits)['messagePage']['max'] = 200;
