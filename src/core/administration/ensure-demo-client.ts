import type { ClientStore } from '../clients/client-store.ts';
import { ParleyError } from '../errors.ts';
import type { ClientManager, ClientWithKey } from './manage-clients.ts';

export const demoSlug = 'demo';

/** Creates a demo client when the installation has no client. Null when there is one already. */
export async function ensureDemoClient(
  clients: ClientStore,
  manager: ClientManager,
): Promise<ClientWithKey | null> {
  if ((await clients.list(null, 1)).length > 0) return null;
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
