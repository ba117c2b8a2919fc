import { allClients } from '../clients/client-list.ts';
import type { ClientStore } from '../clients/client-store.ts';
import { ParleyError } from '../errors.ts';
import { generatePassword } from '../identity/password.ts';
import type { ClientManager, ClientWithKey } from './manage-clients.ts';
import type { UserManager } from './manage-users.ts';

export const demoSlug = 'demo';

/** Creates a demo client when the installation has no client. Null when there is one already. */
export async function ensureDemoClient(
  clients: ClientStore,
  manager: ClientManager,
): Promise<ClientWithKey | null> {
  if ((await clients.list(allClients, null, 1)).length > 0) return null;
  const settings = {
    name: 'Demo',
    subscription_status: 'active',
    deep_dive_enabled: true,
    scopes: ['chat', 'webhooks'],
  } as const;
  try {
    return await manager.create({ kind: 'service' }, demoSlug, settings);
  } catch (error) {
    // Another process did the same at this moment and has shown the key.
    if (error instanceof ParleyError && error.code === 'already_exists') return null;
    throw error;
  }
}

export interface DemoUser {
  readonly slug: string;
  readonly email: string;
  readonly password: string;
}

/** Creates a user for the demo tenant, when the tenant exists and no user can sign in. Null otherwise. */
export async function ensureDemoUser(clients: ClientStore, users: UserManager): Promise<DemoUser | null> {
  const demo = await clients.findBySlug('demo');
  if (!demo?.enabled || (await users.list(demo.slug, { limit: 1 })).rows.length > 0) return null;
  const user = { email: 'admin@example.com', password: generatePassword() };
  try {
    await users.create({ kind: 'service' }, demo.slug, { ...user, admin: true });
    return { slug: demo.slug, ...user };
  } catch (error) {
    // Another process did the same at this moment and shows the password.
    if (error instanceof ParleyError && error.code === 'already_exists') return null;
    throw error;
  }
}
