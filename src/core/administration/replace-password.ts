import type { TenantChange } from './tenant-store.ts';

/**
 * Sets the password of a person, and ends the person's sign-ins, finished or not, except for one. Cached copies of
 * the client are stale afterwards. Needs the client's lock.
 */
export async function replacePassword(
  { users, clients }: Pick<TenantChange, 'users' | 'clients'>,
  clientId: number,
  userId: string,
  passwordHash: string,
  exceptSessionId: string | null = null,
): Promise<void> {
  await users.setPassword(clientId, userId, passwordHash, false);
  await clients.endLoginSessions(clientId, userId, exceptSessionId);
  await clients.bumpVersion(clientId);
}
