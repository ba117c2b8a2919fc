import { mayChat } from '../access/gate.ts';
import { errors } from '../errors.ts';
import { normalizeEmail } from '../tenants/email.ts';
import { issueCode, type OneTimeCodeStore } from './one-time-code.ts';
import { verifyPassword } from './password.ts';
import type { Account, AccountStore } from './sign-in-store.ts';
import { accountBucket, addressBucket, countAttempt, type ThrottleStore, throttleRules } from './throttle.ts';

export interface Credentials {
  readonly tenant: string;
  readonly email: string;
  readonly password: string;
}

/** The password was right. `code` is the browser's ticket for its next step. */
export interface SignInStep {
  readonly next: 'hand-over' | 'new-password';
  readonly slug: string;
  readonly code: string;
}

export interface SignInStores {
  readonly accounts: AccountStore;
  readonly codes: OneTimeCodeStore;
  readonly throttle: ThrottleStore;
}

/** Longer passwords are never set, so they are not worth hashing. */
const longestPassword = 1_000;

/**
 * Decides on one attempt. Wrong email, wrong password, unknown or revoked tenant and disabled user cost the same
 * work and get the same refusal; only who knows the password learns of a lapsed subscription.
 */
export async function signIn(
  stores: SignInStores,
  credentials: Credentials,
  address: string,
): Promise<SignInStep> {
  const tenant = normalizeSlug(credentials.tenant);
  const email = normalizeEmail(credentials.email);
  const byAccount = accountBucket(throttleRules.signInAccount, tenant, email);
  const byAddress = addressBucket(throttleRules.signInAddress, address);
  await countAttempt(stores.throttle, [byAccount, byAddress]);

  const account = await stores.accounts.find(lookedUp(tenant), lookedUp(email));
  const isRight = await verifyPassword(
    account?.passwordHash ?? null,
    credentials.password.slice(0, longestPassword),
  );
  if (!isRight || account === null || !isOpen(account)) throw errors.invalidCredentials();
  await stores.throttle.clear(byAccount.key);
  await stores.throttle.giveBack(byAddress.key);
  if (!account.admin && !mayChat(account.subscriptionStatus)) {
    throw errors.subscriptionInactive(account.subscriptionStatus);
  }
  const next = account.mustChangePassword ? 'new-password' : 'hand-over';
  const purpose = next === 'new-password' ? 'new-password' : 'signed-in';
  const { clientId, userId, slug } = account;
  return { next, slug, code: await issueCode(stores.codes, { purpose, clientId, userId, boundTo: null }) };
}

export function normalizeSlug(value: string): string {
  return value.trim().toLowerCase();
}

/** What cannot be stored is looked up as nothing, which takes as long. */
function lookedUp(value: string): string {
  return value.length > 254 || /\p{Cc}/u.test(value) || !value.isWellFormed() ? '' : value;
}

function isOpen({ enabled, clientEnabled }: Account): boolean {
  return enabled && clientEnabled;
}
