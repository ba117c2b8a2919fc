import { type Actor, actorName } from '../audit/actor.ts';
import { errors } from '../errors.ts';
import { erasedUser } from '../identity/external-user-id.ts';
import type { ErasureStore } from '../people/erasure-store.ts';
import { finishErasure } from '../people/run-erasures.ts';
import { lockClient } from './change-client.ts';
import { auditableClient } from './present-client.ts';
import type { TenantStore } from './tenant-store.ts';

/** Deletes clients with everything that belongs to them. */
export class ClientDeletion {
  readonly #tenants: TenantStore;
  readonly #erasures: ErasureStore;

  constructor(tenants: TenantStore, erasures: ErasureStore) {
    this.#tenants = tenants;
    this.#erasures = erasures;
  }

  /**
   * Only for a revoked client. From then on it does not exist, and its slug may be used again; its rows are removed
   * piece by piece. What is left after `limitMs` is removed by the processes of the service.
   */
  async delete(actor: Actor, slug: string, limitMs: number): Promise<'erased' | 'erasing'> {
    const clientId = await this.#tenants.change(actor, async (tenants) => {
      const client = await lockClient(tenants, slug);
      if (client.enabled) throw errors.clientNotRevoked(slug);
      await tenants.erasures.begin({ clientId: client.id, userId: null }, erasedUser());
      await tenants.clients.cancelTurns(client.id, null, 'client_disabled');
      await tenants.clients.retire(client.id);
      await tenants.audit.append({
        clientId: null,
        actor: actorName(actor),
        action: 'client.delete',
        subject: slug,
        before: auditableClient(client),
        after: null,
      });
      return client.id;
    });
    return finishErasure(this.#erasures, { clientId, userId: null }, limitMs);
  }
}
