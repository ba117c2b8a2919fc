import { type Actor, actorName } from '../audit/actor.ts';
import type { Client } from '../clients/client.ts';
import type { ClientStore } from '../clients/client-store.ts';
import { errors } from '../errors.ts';
import type { BlockedUser, BlockedUserStore } from '../identity/blocked-user.ts';
import { type ListPage, oneText, type PageQuery, readPage } from '../shared/list-page.ts';
import { lockClient } from './change-client.ts';
import type { TenantChange, TenantStore } from './tenant-store.ts';

/** Blocks the end users of a client, whether a partner named them or they sign in. */
export class UserBlocker {
  readonly #clients: ClientStore;
  readonly #blocked: BlockedUserStore;
  readonly #tenants: TenantStore;

  constructor(clients: ClientStore, blocked: BlockedUserStore, tenants: TenantStore) {
    this.#clients = clients;
    this.#blocked = blocked;
    this.#tenants = tenants;
  }

  async list(slug: string, query: PageQuery): Promise<ListPage<BlockedUser>> {
    const client = await this.#clients.findBySlug(slug);
    if (client === null) throw errors.clientNotFound(slug);
    return readPage(
      query,
      oneText,
      ({ externalUserId }) => [externalUserId] as const,
      (after, limit) => this.#blocked.list(client.id, after?.[0] ?? null, limit),
    );
  }

  /**
   * Before this resolves, waiting turns of the user have been cancelled and refunded, and no turn begins any more.
   * Running answers are cut with the next heartbeat of their process. A user who is already blocked stays blocked.
   */
  block(actor: Actor, slug: string, userId: string): Promise<BlockedUser> {
    return this.#tenants.change(actor, async (tenants) => {
      const client = await lockClient(tenants, slug);
      const { id } = client;
      if (await tenants.blocked.insert(id, userId)) {
        await tenants.clients.cancelTurns(id, userId, 'user_blocked');
        await note(tenants, client, actor, 'user.block', userId);
      }
      const blocked = await tenants.blocked.find(id, userId);
      if (blocked === null) throw new Error('A user who was just blocked is not blocked');
      return blocked;
    });
  }

  /** Resolves with whether the user is still blocked, because an erasure of the user's data runs. */
  unblock(actor: Actor, slug: string, userId: string): Promise<boolean> {
    return this.#tenants.change(actor, async (tenants) => {
      const client = await lockClient(tenants, slug);
      if (await tenants.blocked.delete(client.id, userId)) {
        await note(tenants, client, actor, 'user.unblock', userId);
      }
      return (await tenants.blocked.find(client.id, userId)) !== null;
    });
  }
}

async function note(
  { audit, events }: TenantChange,
  { id: clientId, usesEvents }: Client,
  actor: Actor,
  action: 'user.block' | 'user.unblock',
  subject: string,
): Promise<void> {
  const blocked = action === 'user.block';
  await audit.append({
    clientId,
    actor: actorName(actor),
    action,
    subject,
    before: { blocked: !blocked },
    after: { blocked },
  });
  if (!usesEvents) return;
  const type = blocked ? 'user.blocked' : 'user.unblocked';
  await events.record({ clientId, type, userId: subject, data: {} });
}
