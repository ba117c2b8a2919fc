import { lockClient } from '../tenants/change-client.ts';
import { hostedUserIdentity } from '../tenants/hosted-user.ts';
import type { TenantStore } from '../tenants/tenant-store.ts';
import { type CodeHolder, type CodePurpose, hashCode, type OneTimeCodeStore } from './one-time-code.ts';
import { checkPassword, hashPassword } from './password.ts';

export interface PasswordStores {
  readonly codes: OneTimeCodeStore;
  readonly tenants: TenantStore;
}

/**
 * Sets the password of the person that a code stands for: whoever was signed in as that person is not any more.
 * Null when the code does not stand. A password that is refused leaves the code as it is.
 */
export async function changePassword(
  { codes, tenants }: PasswordStores,
  purposes: readonly CodePurpose[],
  code: string,
  password: string,
): Promise<CodeHolder | null> {
  if ((await codes.find(purposes, hashCode(code))) === null) return null;
  const passwordHash = await hashPassword(checkPassword(password, '/password'));
  const holder = await codes.take(purposes, hashCode(code));
  if (holder === null) return null;
  const subject = hostedUserIdentity(holder.userId);
  await tenants.change(async (change) => {
    const client = await lockClient(change, holder.slug);
    await change.users.setPassword(client.id, holder.userId, passwordHash, false);
    await change.clients.endLoginSessions(client.id, holder.userId);
    await change.clients.outdate(client.id);
    await change.audit.append({
      clientId: client.id,
      actor: subject,
      action: 'user.reset_password',
      subject,
      before: null,
      after: { must_change_password: false },
    });
  });
  return holder;
}
