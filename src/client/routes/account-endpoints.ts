import type { accountEndpoints } from '#contract/endpoints/account-endpoints.ts';

/** The rows of what administrators of a tenant do on the account page. */
export type AccountEndpoints = typeof accountEndpoints;
