/**
 * What an operator may do in the console.
 * - `viewer`: read, without the identities of people
 * - `support`: read, manage people who sign in, cancel turns
 * - `operator`: everything but operators
 * - `owner`: everything
 */
export const operatorRoles = ['owner', 'operator', 'support', 'viewer'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Lists of roles, for rows of operations. */
export const rolesOf = {
  everyone: ['owner', 'operator', 'support', 'viewer'],
  people: ['owner', 'operator', 'support'],
  operators: ['owner', 'operator'],
  owners: ['owner'],
} as const satisfies Readonly<Record<string, readonly OperatorRole[]>>;
