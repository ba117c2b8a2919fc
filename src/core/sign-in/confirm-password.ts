import { errors } from '../errors.ts';
import { verifyPassword } from '../identity/password.ts';
import { longestPassword } from './sign-in.ts';
import type { AccountStore } from './sign-in-store.ts';
import { type AttemptSource, countAttempt, type Throttle, throttleRules } from './throttle.ts';

export interface ConfirmationStores extends Throttle {
  readonly accounts: AccountStore;
}

/** The password of a person who is signed in was right. */
export interface Confirmation {
  /** To be called under the client's lock: after a reset by an administrator the password is no longer valid. */
  requireStanding(): Promise<void>;
  /** Uncounts the attempt. */
  release(): Promise<void>;
}

/**
 * Asks a person who is signed in for the password once more. A wrong one counts as an attempt to sign in, because the
 * holder of a forgotten session may be guessing.
 */
export async function confirmPassword(
  stores: ConfirmationStores,
  { tenant, email }: { readonly tenant: string; readonly email: string },
  password: string,
  source: AttemptSource,
): Promise<Confirmation> {
  const counted = await countAttempt(stores, throttleRules.signIn, { tenant, email }, source);
  const known = (await stores.accounts.find(tenant, email))?.passwordHash ?? null;
  if (!(await verifyPassword(known, password.slice(0, longestPassword)))) throw wrongPassword();
  return {
    requireStanding: async () => {
      const current = await stores.accounts.find(tenant, email);
      if (current === null || !current.enabled || current.passwordHash !== known) throw wrongPassword();
    },
    release: () => counted.release(),
  };
}

function wrongPassword(): Error {
  return errors.invalidField('/password', 'is not your password', 'wrong');
}
