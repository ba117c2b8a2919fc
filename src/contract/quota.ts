/**
 * The dimensions of a day's quota. Each is a column of the usage tables and of the ledger, a limit of a client's
 * users, a member of the usage object, a flag of the command line and a meter on the pages, all derived from this
 * list.
 */
export const quotaDimensions = ['requests', 'priority', 'deep_dive'] as const;
export type QuotaDimension = (typeof quotaDimensions)[number];

/** One value for each dimension: counts, limits, columns, schemas. */
export type PerDimension<T> = Record<QuotaDimension, T>;

/** Written out, so that the compiler finds a missing dimension. */
export function perDimension<T>(of: (dimension: QuotaDimension) => T): PerDimension<T> {
  return {
    requests: of('requests'),
    priority: of('priority'),
    deep_dive: of('deep_dive'),
  };
}

/** The holder of a limit: the client, or one of its users. */
export const quotaScopes = ['user', 'client'] as const;
export type QuotaScope = (typeof quotaScopes)[number];

/** The name of a daily limit in `RateLimit-Policy` and `violated-policies`. */
export function dayPolicy(scope: QuotaScope, dimension: QuotaDimension): string {
  return `${scope}-${dimension}-per-day`;
}
