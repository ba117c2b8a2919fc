import type { accountEndpoints } from '#contract/endpoints/account-endpoints.ts';

/** The rows that the account page calls. */
export type AccountEndpoints = typeof accountEndpoints;
