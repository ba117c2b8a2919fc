import { lockClient } from '../administration/change-client.ts';
import { replacePassword } from '../administration/replace-password.ts';
import type { TenantStore } from '../administration/tenant-store.ts';
import { hostedUserIdentity } from '../clients/hosted-user.ts';
import {
  type CodeHolder,
  type CodePurpose,
  hashCode,
  type OneTimeCodeStore,
} from '../identity/one-time-code.ts';
import { checkPassword, hashPassword } from '../identity/password.ts';

export interface PasswordStores {
  readonly codes: OneTimeCodeStore;
  readonly tenants: TenantStore;
}

/** The person whose password was set, and the current hash. */
export interface ChangedPassword {
  readonly holder: CodeHolder;
  readonly passwordHash: string;
}

/**
 * Sets the password of the person that a code belongs to, and ends the person's sessions. Null when the code is not
 * valid. A refused password leaves the code usable.
 */
export async function changePassword(
  { codes, tenants }: PasswordStores,
  purposes: readonly CodePurpose[],
  code: string,
  password: string,
): Promise<ChangedPassword | null> {
  const found = await codes.find(purposes, hashCode(code));
  if (found === null) return null;
  const own = [found.slug, found.email];
  const passwordHash = await hashPassword(await checkPassword(password, '/password', own));
  const subject = hostedUserIdentity(found.userId);
  return tenants.change(null, async (change) => {
    const client = await lockClient(change, found.slug);
    // The code is used under the client's lock: an earlier reset has deleted the code, and its password stands.
    const holder = await change.codes.take(purposes, hashCode(code));
    if (holder === null) return null;
    await replacePassword(change, client.id, holder.userId, passwordHash);
    await change.audit.append({
      clientId: client.id,
      actor: subject,
      action: 'user.reset_password',
      subject,
      before: null,
      after: { must_change_password: false },
    });
    return { holder, passwordHash };
  });
}
