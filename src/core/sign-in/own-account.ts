import { lockClient } from '../administration/change-client.ts';
import { replacePassword } from '../administration/replace-password.ts';
import type { TenantChange, TenantStore } from '../administration/tenant-store.ts';
import { type HostedUserStore, hostedUserIdentity } from '../clients/hosted-user.ts';
import { errors } from '../errors.ts';
import type { Visitor } from '../identity/caller.ts';
import { checkPassword, hashPassword, verifyPassword } from '../identity/password.ts';
import { longestPassword } from './sign-in.ts';
import type { AccountStore } from './sign-in-store.ts';
import { type AttemptSource, countAttempt, type Throttle, throttleRules } from './throttle.ts';

export interface OwnAccountStores extends Throttle {
  readonly accounts: AccountStore;
  readonly users: HostedUserStore;
  readonly tenants: TenantStore;
}

/** A person who signed in. */
export interface SignedIn extends Pick<Visitor, 'client' | 'sessionId'> {
  readonly hostedUserId: string;
}

/** Ends every sign-in of the person, with those that are under way. */
export async function signOutEverywhere(
  { tenants }: Pick<OwnAccountStores, 'tenants'>,
  { client: { slug }, hostedUserId }: SignedIn,
): Promise<void> {
  await tenants.change(null, async (change) => {
    const client = await lockClient(change, slug);
    await change.clients.endLoginSessions(client.id, hostedUserId, null);
    await append(change, client.id, hostedUserId, 'user.end_session');
  });
}

/**
 * Changes the password of a person who knows the current one, and ends the person's other sign-ins. A wrong one counts
 * as an attempt to sign in, because the holder of a forgotten session may be guessing.
 */
export async function changeOwnPassword(
  stores: OwnAccountStores,
  { client: { id: clientId, slug }, hostedUserId, sessionId }: SignedIn,
  given: { readonly password: string; readonly newPassword: string },
  source: AttemptSource,
): Promise<void> {
  const user = await stores.users.find(clientId, { id: hostedUserId });
  if (user === null) throw errors.sessionRevoked();
  const { email } = user;
  const chosen = await checkPassword(given.newPassword, '/new_password', [slug, email]);
  const counted = await countAttempt(stores, throttleRules.signIn, { tenant: slug, email }, source);
  const account = await stores.accounts.find(slug, email);
  const known = account?.passwordHash ?? null;
  if (!(await verifyPassword(known, given.password.slice(0, longestPassword)))) throw wrongPassword();
  const passwordHash = await hashPassword(chosen);
  await stores.tenants.change(null, async (change) => {
    const client = await lockClient(change, slug);
    // Under the client's lock: after a reset by an administrator the verified password is no longer valid.
    const current = await stores.accounts.find(slug, email);
    if (current === null || !current.enabled || current.passwordHash !== known) throw wrongPassword();
    await replacePassword(change, client.id, hostedUserId, passwordHash, sessionId);
    await append(change, client.id, hostedUserId, 'user.reset_password');
  });
  await counted.release();
}

function append(
  { audit }: TenantChange,
  clientId: number,
  hostedUserId: string,
  action: 'user.end_session' | 'user.reset_password',
): Promise<void> {
  const person = hostedUserIdentity(hostedUserId);
  return audit.append({ clientId, actor: person, action, subject: person, before: null, after: null });
}

function wrongPassword(): Error {
  return errors.invalidField('/password', 'is not your password', 'wrong');
}
