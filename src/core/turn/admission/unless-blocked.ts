import { errors, ParleyError } from '../../errors.ts';
import type { BlockedUserStore } from '../../identity/blocked-user.ts';
import type { Owner } from '../../identity/caller.ts';

/**
 * A refusal that needs no database must not come before that of a blocked user. Only such a refusal asks whether the
 * user is blocked; for every other request, the admission itself decides that.
 */
export async function unlessBlocked<T>(
  owner: Owner,
  { blockedUsers }: { readonly blockedUsers: Pick<BlockedUserStore, 'isBlocked'> },
  check: () => T,
): Promise<T> {
  try {
    return check();
  } catch (error) {
    if (error instanceof ParleyError && (await blockedUsers.isBlocked(owner))) throw errors.userBlocked();
    throw error;
  }
}
