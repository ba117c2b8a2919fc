import { checkEmail } from '../clients/email.ts';
import { errors } from '../errors.ts';
import { hashCode } from '../identity/one-time-code.ts';
import { newId } from '../shared/new-id.ts';
import { type Operator, operatorIdentity } from './operator.ts';
import type { OperatorChanges, OperatorLinkRecord } from './operator-store.ts';

/**
 * The operator whom a link signs in. Refusals undo the whole change, so a link that still lacks an address is not
 * spent by the attempt.
 */
export async function enrolOperator(
  change: OperatorChanges,
  code: string,
  email: string | undefined,
): Promise<Operator> {
  const link = await change.takeLink(hashCode(code));
  if (link === null) throw errors.invalidLink();
  const operator = link.email === null ? await firstOwner(change, email) : await invited(change, link, email);
  const subject = operatorIdentity(operator.id);
  const after = { email: operator.email, role: operator.role, by: 'link' };
  await change.audit.append({
    clientId: null,
    actor: subject,
    action: 'operator.enrol',
    subject,
    before: null,
    after,
  });
  return operator;
}

async function firstOwner(change: OperatorChanges, given: string | undefined): Promise<Operator> {
  if (await change.hasOwner()) throw errors.alreadyExists('An owner');
  if (given === undefined)
    throw errors.invalidField('/email', 'is required: this link makes the first owner', 'required');
  const email = checkEmail(given, '/email');
  const known = await change.findByEmail(email);
  if (known === null) await change.insert({ id: newId(), email, role: 'owner' });
  else {
    await change.save({ id: known.id, role: 'owner', enabled: true });
    await revokeOperatorAccess(change, known.id);
  }
  await change.dropLinks(null);
  return found(change, email);
}

/**
 * A known address gets back in with the role it has; a link made after a disabling also undoes that. Its passkeys
 * and sessions end, because restoring access must also shut out a thief, who may have added a passkey.
 */
async function invited(
  change: OperatorChanges,
  { email, role }: OperatorLinkRecord,
  given: string | undefined,
): Promise<Operator> {
  if (email === null) throw errors.invalidLink();
  if (given !== undefined && checkEmail(given, '/email') !== email)
    throw errors.invalidField('/email', 'is not the address of this link', 'mismatch');
  const known = await change.findByEmail(email);
  if (known === null) await change.insert({ id: newId(), email, role });
  else {
    await change.save({ id: known.id, role: known.role, enabled: true });
    await revokeOperatorAccess(change, known.id);
  }
  return found(change, email);
}

/** Revokes everything with which the person could sign in before. */
export async function revokeOperatorAccess(change: OperatorChanges, id: string): Promise<void> {
  await change.deletePasskeys(id);
  await change.endSessions(id);
}

async function found(change: OperatorChanges, email: string): Promise<Operator> {
  const operator = await change.findByEmail(email);
  if (operator === null) throw errors.operatorNotFound();
  return operator;
}
