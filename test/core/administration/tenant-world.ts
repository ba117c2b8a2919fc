import { PostgresHostedUserStore } from '#adapters/postgres/administration/hosted-user-store.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresAccountStore } from '#adapters/postgres/sign-in/sign-in-store.ts';
import { PostgresThrottleStore } from '#adapters/postgres/sign-in/throttle-store.ts';
import { createTenantAdministration } from '#adapters/postgres/tenants/tenant-administration.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { createDocumentTools } from '#app/document-tools.ts';
import type { Administration } from '#core/administration/administration.ts';
import type { ClientWithKey } from '#core/administration/manage-clients.ts';
import type { Actor, AdministratorAuthor, KeyAuthor } from '#core/audit/actor.ts';
import type { AuditEntry } from '#core/audit/audit.ts';
import type { Client } from '#core/clients/client.ts';
import { hostedUserIdentity } from '#core/clients/hosted-user.ts';
import { hashApiKey } from '#core/identity/api-key.ts';
import { newId } from '#core/shared/new-id.ts';
import type { AdministratorStores, ConfirmedBy } from '#core/sign-in/confirm-administrator.ts';
import { KnownDevices } from '#core/sign-in/known-device.ts';
import type { AccountStore } from '#core/sign-in/sign-in-store.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { silentTelemetry } from '#test/world/silent-telemetry.ts';

export const operator: Actor = { kind: 'operator-cli' };

/** The key of a client as the author of a change. */
export function keyOf({ client: { slug, scopes }, apiKey }: ClientWithKey): KeyAuthor {
  return { kind: 'key', clientSlug: slug, keyHash: hashApiKey(apiKey), scopes };
}

/** A new administrator of a client, who is signed in. */
export async function administratorOf(world: TenantWorld, client: Client): Promise<AdministratorAuthor> {
  const email = `${newId()}@example.com`;
  const { user } = await world.users.create(operator, client.slug, { email, admin: true });
  return signIn(world, client, user.id);
}

export async function signIn(
  { database }: Pick<TenantWorld, 'database'>,
  { id: clientId }: Client,
  id: string,
): Promise<AdministratorAuthor> {
  const sessionId = newId();
  await database.query(
    `insert into login_sessions (client_id, id, user_id, expires_at) values ($1, $2, $3, now() + interval '1 h')`,
    [clientId, sessionId, id],
  );
  return { kind: 'hosted-user', id, clientId, sessionId };
}

/** A new administrator of a client, who is signed in and gives the password once more. */
export async function confirmingOne(world: TenantWorld, client: Client): Promise<ConfirmedBy> {
  const wanted = { email: `${newId()}@example.com`, admin: true };
  const { user, password } = await world.users.create(operator, client.slug, wanted);
  if (password === null) throw new Error('there is no password');
  const { sessionId } = await signIn(world, client, user.id);
  const author = {
    kind: 'hosted-user',
    id: hostedUserIdentity(user.id),
    clientId: client.id,
    sessionId,
  } as const;
  return { author, password, address: '192.0.2.1' };
}

/** By which an administrator is asked for the password. `meanwhile` happens between the first look at it and the next. */
export function administratorStores(
  { database }: Pick<TenantWorld, 'database'>,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): AdministratorStores {
  const accounts = new PostgresAccountStore(database);
  const find: AccountStore['find'] = async (slug, email) => {
    const account = await accounts.find(slug, email);
    await meanwhile();
    return account;
  };
  return {
    users: new PostgresHostedUserStore(database),
    throttle: new PostgresThrottleStore(database),
    devices: new KnownDevices('secret'),
    telemetry: silentTelemetry().signIns,
    accounts: { find },
  };
}

/** A database of its own with the administration and the turns that it must stop. */
export interface TenantWorld extends Administration, AsyncDisposable {
  readonly database: Database;
  readonly turns: PostgresTurnStore;
  versionOf(slug: string): Promise<number>;
  /** The newest entry. */
  lastAudit(): Promise<AuditEntry>;
  countOf(table: string): Promise<number>;
}

export async function openTenantWorld(): Promise<TenantWorld> {
  const testDatabase = await createTestDatabase();
  const database = openPatientDatabase(testDatabase.url, 4);
  const administration = createTenantAdministration(
    database,
    ['openai', 'local'],
    createDocumentTools(database),
  );
  return {
    ...administration,
    database,
    turns: new PostgresTurnStore(database, { notify: () => Promise.resolve() }),
    versionOf: async (slug) => (await administration.clients.find(slug)).version,
    async lastAudit() {
      const anything = { clientSlug: null, actor: null, action: null };
      const [entry] = await administration.audit.list(anything, null, 1);
      if (entry === undefined) throw new Error('the audit log is empty');
      return entry;
    },
    async countOf(table) {
      const [row] = await database.query<{ count: number }>(`select count(*) as count from ${table}`);
      return row?.count ?? 0;
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await testDatabase.drop();
    },
  };
}
