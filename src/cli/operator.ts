import type { Actor } from '#core/tenants/actor.ts';

/** Whoever may run commands beside the database is the operator. */
export const operator: Actor = { kind: 'operator-cli' };
