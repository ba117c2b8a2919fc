import type { HostedUser } from '../clients/hosted-user.ts';
import { codeSeconds, newCode } from '../identity/one-time-code.ts';
import type { TenantChange } from './tenant-store.ts';

/** How the person receives the code for choosing a password: by mail, or from the administrator who was shown it. */
export type CodeDelivery = 'letter' | 'link';

/** A code that is stored but not delivered yet. */
export interface IssuedCode {
  readonly user: HostedUser;
  readonly code: string;
  readonly expiresAt: Date;
}

/** A reset by an administrator is valid longer than one that the person has just requested. */
const resetSeconds = 24 * 60 * 60;

/**
 * Creates a code in the same transaction as its change. One that is shown to an administrator is recorded on the
 * user.
 */
export async function issuePasswordCode(
  change: TenantChange,
  { clientId, actor, user }: { readonly clientId: number; readonly actor: string; readonly user: HostedUser },
  purpose: 'reset' | 'invite',
  delivery: CodeDelivery,
): Promise<IssuedCode> {
  const { code, hash } = newCode();
  const seconds = purpose === 'reset' ? resetSeconds : codeSeconds.invite;
  await change.codes.insertEmailCode(hash, { purpose, clientId, userId: user.id }, seconds, 1);
  if (delivery === 'link' && purpose === 'reset') await change.users.noteLink(clientId, user.id, actor);
  return { user, code, expiresAt: new Date(Date.now() + seconds * 1000) };
}
