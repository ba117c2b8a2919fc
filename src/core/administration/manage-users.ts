import type { HostedUserChange, HostedUserCreation } from '#contract/admin.ts';
import type { Language } from '#contract/languages/languages.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import { type AuditAction, auditChange } from '../audit/audit.ts';
import type { Client } from '../clients/client.ts';
import type { ClientStore } from '../clients/client-store.ts';
import { checkEmail } from '../clients/email.ts';
import {
  type HostedUser,
  type HostedUserKey,
  type HostedUserStore,
  hostedUserIdentity,
  type NewHostedUser,
  presentHostedUser,
} from '../clients/hosted-user.ts';
import { errors } from '../errors.ts';
import { checkPassword, generatePassword, hashPassword } from '../identity/password.ts';
import { type ListPage, oneText, type PageQuery, readPage } from '../shared/list-page.ts';
import { newId } from '../shared/new-id.ts';
import { lockClient } from './change-client.ts';
import { type CodeDelivery, type IssuedCode, issuePasswordCode } from './password-code.ts';
import { replacePassword } from './replace-password.ts';
import type { TenantChange, TenantStore } from './tenant-store.ts';

export interface NewUser {
  readonly email: string;
  readonly admin: boolean;
  /** The inviter's language, where it is known. */
  readonly invitedLanguage: Language | null;
}

export interface UserWithPassword {
  readonly user: HostedUser;
  /** Generated here, to be changed at the first sign-in; null when the caller chose one. */
  readonly password: string | null;
}

/** Creates and changes the people who sign in at a tenant. */
export class UserManager {
  readonly #clients: ClientStore;
  readonly #users: HostedUserStore;
  readonly #tenants: TenantStore;

  constructor(clients: ClientStore, users: HostedUserStore, tenants: TenantStore) {
    this.#clients = clients;
    this.#users = users;
    this.#tenants = tenants;
  }

  /** `part` of the email, in any case. */
  async list(tenant: string, query: PageQuery, part: string | null = null): Promise<ListPage<HostedUser>> {
    const client = await this.#clients.findBySlug(tenant);
    if (client === null) throw errors.clientNotFound(tenant);
    return readPage(
      query,
      oneText,
      ({ email }) => [email] as const,
      (after, limit) => this.#users.list(client.id, after?.[0] ?? null, limit, part?.trim().toLowerCase()),
    );
  }

  /** For the machine's own command line, which may show a first password, and for callers that chose one. */
  async create(actor: Actor, tenant: string, wanted: HostedUserCreation): Promise<UserWithPassword> {
    const email = checkEmail(wanted.email, '/email');
    const { admin = false } = wanted;
    if (admin) requireOverAdministrators(actor);
    const chosen = await choosePassword(actor, wanted.password, [tenant, email]);
    const user = { email, admin, invitedLanguage: null, ...chosen };
    const created = await this.#tenants.change(actor, (tenants) =>
      insertUser(tenants, actor, tenant, user, {}),
    );
    return { user: created.user, password: chosen.shown };
  }

  /** Adds a person with an unknown random password, and a code to choose one. */
  async invite(actor: Actor, tenant: string, wanted: NewUser, delivery: CodeDelivery): Promise<IssuedCode> {
    const email = checkEmail(wanted.email, '/email');
    const { admin, invitedLanguage } = wanted;
    if (admin) requireOverAdministrators(actor);
    const user = { email, admin, invitedLanguage, ...(await unknownPassword()) };
    return this.#tenants.change(actor, async (tenants) => {
      const created = await insertUser(tenants, actor, tenant, user, { password_by: delivery });
      return issuePasswordCode(tenants, { ...created, actor: actorName(actor) }, 'invite', delivery);
    });
  }

  /** Before this resolves, the user's sign-ins have ended and the user's running answers are cut. */
  disable(actor: Actor, tenant: string, key: HostedUserKey): Promise<HostedUser> {
    return this.#save(actor, 'user.disable', tenant, key, { enabled: false });
  }

  /** The user has to sign in again: the old sessions stay ended. */
  enable(actor: Actor, tenant: string, key: HostedUserKey): Promise<HostedUser> {
    return this.#save(actor, 'user.enable', tenant, key, { enabled: true });
  }

  update(actor: Actor, tenant: string, key: HostedUserKey, change: HostedUserChange): Promise<HostedUser> {
    return this.#save(actor, 'user.update', tenant, key, change);
  }

  /** The user's password and all sessions end, and a code lets the person choose another password. */
  async resetPassword(
    actor: Actor,
    tenant: string,
    key: HostedUserKey,
    delivery: CodeDelivery,
  ): Promise<IssuedCode> {
    const { passwordHash } = await unknownPassword();
    return this.#tenants.change(actor, async (tenants) => {
      const client = await lockClient(tenants, tenant);
      const user = await findUser(tenants, client, key);
      if (user.admin) requireOverAdministrators(actor);
      await replacePassword(tenants, client.id, user.id, passwordHash);
      const subject = hostedUserIdentity(user.id);
      const issuing = { clientId: client.id, actor: actorName(actor), user };
      const issued = await issuePasswordCode(tenants, issuing, 'reset', delivery);
      await tenants.audit.append({
        clientId: client.id,
        actor: actorName(actor),
        action: 'user.reset_password',
        subject,
        before: null,
        after: { password_by: delivery, expires_at: issued.expiresAt.toISOString() },
      });
      return issued;
    });
  }

  #save(
    actor: Actor,
    action: AuditAction,
    tenant: string,
    key: HostedUserKey,
    change: HostedUserChange,
  ): Promise<HostedUser> {
    if (change.admin === true) requireOverAdministrators(actor);
    return this.#tenants.change(actor, async (tenants) => {
      const client = await lockClient(tenants, tenant);
      const before = await findUser(tenants, client, key);
      const enabled = change.enabled ?? before.enabled;
      await tenants.users.save(client.id, { id: before.id, admin: change.admin ?? before.admin, enabled });
      await tenants.clients.bumpVersion(client.id);
      if (!enabled) await revokeAccess(tenants, client, before);
      const after = await findUser(tenants, client, { id: before.id });
      const what = { clientId: client.id, action, subject: hostedUserIdentity(before.id) };
      const entry = auditChange(what, actor, auditableUser(before), auditableUser(after));
      if (entry !== null) await tenants.audit.append(entry);
      if (client.usesEvents && after.enabled !== before.enabled) {
        const type = after.enabled ? 'user.enabled' : 'user.disabled';
        const userId = hostedUserIdentity(before.id);
        await tenants.events.record({ clientId: client.id, type, userId, data: {} });
      }
      return after;
    });
  }
}

/** Administrators of a tenant read and export what its people write, which an operator with a lesser role may not. */
function requireOverAdministrators(actor: Actor): void {
  if (actor.kind !== 'operator' || actor.role === 'owner' || actor.role === 'operator') return;
  throw errors.insufficientRole(actor.role);
}

async function insertUser(
  tenants: TenantChange,
  actor: Actor,
  tenant: string,
  user: Omit<NewHostedUser, 'id'>,
  how: Readonly<Record<string, unknown>>,
): Promise<{ readonly clientId: number; readonly user: HostedUser }> {
  const client = await lockClient(tenants, tenant);
  const id = newId();
  // The key of the table does not know that an address may be stored in an earlier form.
  const isTaken = (await tenants.users.find(client.id, { email: user.email })) !== null;
  if (isTaken || !(await tenants.users.insert(client.id, { ...user, id })))
    throw errors.alreadyExists(`The user ${user.email}`);
  const created = await findUser(tenants, client, { id });
  await tenants.audit.append({
    clientId: client.id,
    actor: actorName(actor),
    action: 'user.create',
    subject: hostedUserIdentity(id),
    before: null,
    after: { ...auditableUser(created), ...how },
  });
  return { clientId: client.id, user: created };
}

async function revokeAccess(tenants: TenantChange, client: Client, user: HostedUser): Promise<void> {
  await tenants.clients.endLoginSessions(client.id, user.id);
  await tenants.clients.cancelTurns(client.id, hostedUserIdentity(user.id), 'user_disabled');
}

async function findUser(tenants: TenantChange, client: Client, key: HostedUserKey): Promise<HostedUser> {
  const user = await tenants.users.find(client.id, key);
  if (user === null) throw errors.userNotFound();
  return user;
}

/**
 * A password that came with a request is known to those who sent it, so the person has to choose another. Hashing takes
 * tens of milliseconds, so it is done before any row is locked.
 */
async function choosePassword(actor: Actor, wanted: string | undefined, own: readonly string[]) {
  if (wanted !== undefined) {
    const password = await checkPassword(wanted, '/password', own);
    const mustChangePassword = actor.kind === 'key' || actor.kind === 'operator';
    return { passwordHash: await hashPassword(password), mustChangePassword, shown: null };
  }
  const password = generatePassword();
  return { passwordHash: await hashPassword(password), mustChangePassword: true, shown: password };
}

/** A password that is never shown or stored. */
async function unknownPassword() {
  return { passwordHash: await hashPassword(generatePassword()), mustChangePassword: false };
}

function auditableUser(user: HostedUser): Readonly<Record<string, unknown>> {
  const { email, admin, enabled } = presentHostedUser(user);
  return { email, admin, enabled };
}
