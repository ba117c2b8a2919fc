import { lockClient } from '../administration/change-client.ts';
import { replacePassword } from '../administration/replace-password.ts';
import type { TenantChange, TenantStore } from '../administration/tenant-store.ts';
import { type HostedUserStore, hostedUserIdentity } from '../clients/hosted-user.ts';
import { errors } from '../errors.ts';
import type { Visitor } from '../identity/caller.ts';
import { checkPassword, hashPassword } from '../identity/password.ts';
import { type ConfirmationStores, confirmPassword } from './confirm-password.ts';
import type { AttemptSource } from './throttle.ts';

export interface OwnAccountStores extends ConfirmationStores {
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

/** Changes the password of a person who knows the current one, and ends the person's other sign-ins. */
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
  const confirmed = await confirmPassword(stores, { tenant: slug, email }, given.password, source);
  const passwordHash = await hashPassword(chosen);
  await stores.tenants.change(null, async (change) => {
    const client = await lockClient(change, slug);
    await confirmed.requireStanding();
    await replacePassword(change, client.id, hostedUserId, passwordHash, sessionId);
    await append(change, client.id, hostedUserId, 'user.reset_password');
  });
  await confirmed.release();
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
