import type { OperatorRole } from '#contract/console/roles.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import { auditChange } from '../audit/audit.ts';
import { checkEmail } from '../clients/email.ts';
import { errors } from '../errors.ts';
import { newCode } from '../identity/one-time-code.ts';
import { revokeOperatorAccess } from './enrol-operator.ts';
import { type Operator, operatorIdentity } from './operator.ts';
import type { OperatorChanges, OperatorStore } from './operator-store.ts';
import { consoleSeconds } from './start-session.ts';

export interface IssuedLink {
  readonly code: string;
  readonly expiresAt: Date;
  /** Null: it creates the first owner. */
  readonly email: string | null;
  readonly role: OperatorRole;
}

export interface OperatorChange {
  readonly role?: OperatorRole;
  readonly enabled?: boolean;
}

/** Names an operator. */
export type OperatorKey = { readonly id: string } | { readonly email: string };

/** The people who may use the console. Every change is stored together with its audit entry. */
export class OperatorManager {
  readonly #store: OperatorStore;

  constructor(store: OperatorStore) {
    this.#store = store;
  }

  list(): Promise<Operator[]> {
    return this.#store.list();
  }

  /**
   * A link that works once, within a day. Without an address it makes the first owner. For a known address it is a
   * new way to sign in, and changes no role; a new address needs a role.
   */
  issueLink(actor: Actor, address: string | null, role: OperatorRole | undefined): Promise<IssuedLink> {
    const email = address === null ? null : checkEmail(address, '/email');
    return this.#store.change(actor, async (change) => {
      const granted = await grantedRole(change, email, role);
      const { code, hash } = newCode();
      // The newest link of an address is the only one.
      await change.dropLinks(email);
      const expiresAt = await change.insertLink(hash, { email, role: granted }, consoleSeconds.link);
      await change.audit.append({
        clientId: null,
        actor: actorName(actor),
        action: 'operator.link',
        subject: email ?? 'first owner',
        before: null,
        after: { role: granted, expires_at: expiresAt.toISOString() },
      });
      return { code, expiresAt, email, role: granted };
    });
  }

  /** Disabling ends every session, passkey and link at once. The last owner cannot be disabled. */
  update(actor: Actor, key: OperatorKey, wanted: OperatorChange): Promise<Operator> {
    return this.#store.change(actor, async (change) => {
      const before = await findOperator(change, key);
      const [role, enabled] = [wanted.role ?? before.role, wanted.enabled ?? before.enabled];
      const wasOwner = before.role === 'owner' && before.enabled;
      if (wasOwner && !(role === 'owner' && enabled) && (await change.countEnabledOwners()) === 1)
        throw errors.lastOwner();
      await change.save({ id: before.id, role, enabled });
      if (!enabled) {
        await revokeOperatorAccess(change, before.id);
        await change.dropLinks(before.email);
      }
      const after = await findOperator(change, { id: before.id });
      const action = wanted.enabled === false ? 'operator.disable' : 'operator.update';
      const what = { clientId: null, action, subject: operatorIdentity(before.id) } as const;
      const entry = auditChange(what, actor, auditable(before), auditable(after));
      if (entry !== null) await change.audit.append(entry);
      return after;
    });
  }
}

async function grantedRole(
  change: OperatorChanges,
  email: string | null,
  role: OperatorRole | undefined,
): Promise<OperatorRole> {
  if (email === null) {
    if (role !== undefined && role !== 'owner')
      throw errors.invalidField('/role', 'must be owner: without an address the link makes the first owner');
    if (await change.hasOwner()) throw errors.alreadyExists('An owner');
    return 'owner';
  }
  const known = await change.findByEmail(email);
  if (known === null) {
    if (role === undefined) throw errors.invalidField('/role', 'is required for a new address', 'required');
    return role;
  }
  if (role !== undefined && role !== known.role)
    throw errors.invalidField('/role', `is ${known.role} already: a link changes no role`, 'read_only');
  return known.role;
}

async function findOperator(change: OperatorChanges, key: OperatorKey): Promise<Operator> {
  const operator = 'id' in key ? await change.find(key.id) : await change.findByEmail(key.email);
  if (operator === null) throw errors.operatorNotFound();
  return operator;
}

function auditable({ email, role, enabled }: Operator): Readonly<Record<string, unknown>> {
  return { email, role, enabled };
}
