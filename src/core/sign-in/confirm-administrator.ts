import type { AdministratorAuthor } from '../audit/actor.ts';
import { type HostedUserStore, parseHostedUserIdentity } from '../clients/hosted-user.ts';
import { errors } from '../errors.ts';
import { type Confirmation, type ConfirmationStores, confirmPassword } from './confirm-password.ts';

/** An administrator who gives the password once more. */
export interface ConfirmedBy {
  readonly author: AdministratorAuthor;
  readonly password: string;
  /** The IP address of the request. */
  readonly address: string;
}

export interface AdministratorStores extends ConfirmationStores {
  readonly users: HostedUserStore;
}

/** The address of an administrator is looked up, because the session knows only who it is. */
export async function confirmAdministrator(
  stores: AdministratorStores,
  tenant: string,
  { author, password, address }: ConfirmedBy,
): Promise<{ readonly confirmation: Confirmation; readonly email: string }> {
  const email = await emailOfAdministrator(stores.users, author);
  if (email === null) throw errors.sessionRevoked();
  const source = { address, device: null };
  return { confirmation: await confirmPassword(stores, { tenant, email }, password, source), email };
}

export async function emailOfAdministrator(
  users: HostedUserStore,
  { clientId, id: identity }: AdministratorAuthor,
): Promise<string | null> {
  const id = parseHostedUserIdentity(identity);
  const user = id === null ? null : await users.find(clientId, { id });
  return user?.email ?? null;
}
