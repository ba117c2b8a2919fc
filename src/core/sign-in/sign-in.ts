import { normalizeEmail } from '../clients/email.ts';
import { errors, ParleyError } from '../errors.ts';
import { mayChat } from '../identity/gate.ts';
import { issueTicket, type OneTimeCodeStore } from '../identity/one-time-code.ts';
import { verifyPassword } from '../identity/password.ts';
import type { AccountStore } from './sign-in-store.ts';
import { type AttemptSource, countAttempt, type Throttle, throttleRules } from './throttle.ts';

export interface Credentials {
  readonly tenant: string;
  readonly email: string;
  readonly password: string;
}

/** The password was right. */
export interface SignInStep {
  readonly next: 'hand-over' | 'new-password';
  readonly slug: string;
  readonly email: string;
  /** The browser's ticket for the next step. */
  readonly ticket: string;
}

export interface SignInStores extends Throttle {
  readonly accounts: AccountStore;
  readonly codes: Pick<OneTimeCodeStore, 'insertTicket'>;
}

/** Longer passwords are never set, so they are not worth hashing. */
export const longestPassword = 1_000;

/**
 * Decides on one attempt. Wrong email, wrong password, and unknown or revoked tenant cost the same work and get the same
 * refusal. A disabled user and a lapsed subscription are disclosed only after the right password.
 */
export async function signIn(
  stores: SignInStores,
  credentials: Credentials,
  source: AttemptSource,
): Promise<SignInStep> {
  try {
    const step = await attempt(stores, credentials, source);
    stores.telemetry.attempted(step.next);
    return step;
  } catch (error) {
    if (error instanceof ParleyError) stores.telemetry.attempted(error.code);
    throw error;
  }
}

async function attempt(
  stores: SignInStores,
  credentials: Credentials,
  source: AttemptSource,
): Promise<SignInStep> {
  const tenant = normalizeSlug(credentials.tenant);
  const email = normalizeEmail(credentials.email);
  const counted = await countAttempt(stores, throttleRules.signIn, { tenant, email }, source);

  const account = await stores.accounts.find(lookedUp(tenant), lookedUp(email));
  const isRight = await verifyPassword(
    account?.passwordHash ?? null,
    credentials.password.slice(0, longestPassword),
  );
  if (!isRight || account === null || !account.clientEnabled) throw errors.invalidCredentials();
  if (!account.enabled) {
    await counted.release();
    throw errors.userDisabled();
  }
  if (!account.admin && !mayChat(account.subscriptionStatus)) {
    await counted.release();
    throw errors.subscriptionInactive(account.subscriptionStatus);
  }
  const next = account.mustChangePassword ? 'new-password' : 'hand-over';
  const purpose = next === 'new-password' ? 'new-password' : 'signed-in';
  const { clientId, userId, slug, passwordHash } = account;
  const ticket = await issueTicket(stores.codes, { purpose, clientId, userId, passwordHash });
  if (ticket === null) throw errors.invalidCredentials();
  await counted.release();
  return { next, slug, email: account.email, ticket };
}

export function normalizeSlug(value: string): string {
  return value.trim().toLowerCase();
}

/** Text that cannot be stored is looked up as an empty one, which takes as long. */
function lookedUp(value: string): string {
  return value.length > 254 || /\p{Cc}/u.test(value) || !value.isWellFormed() ? '' : value;
}
