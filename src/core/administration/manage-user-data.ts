import type { UserDataLine } from '#contract/people/people.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import type { Client } from '../clients/client.ts';
import type { ClientStore } from '../clients/client-store.ts';
import { type HostedUserStore, hostedUserIdentity, parseHostedUserIdentity } from '../clients/hosted-user.ts';
import { errors } from '../errors.ts';
import type { BlockedUserStore } from '../identity/blocked-user.ts';
import { erasedUser } from '../identity/external-user-id.ts';
import type { ErasureStore } from '../people/erasure-store.ts';
import { exportUserData } from '../people/export-user-data.ts';
import { finishErasure } from '../people/run-erasures.ts';
import type { EndUserFigures, UserDataStore } from '../people/user-data.ts';
import { lockClient } from './change-client.ts';
import type { TenantChange, TenantStore } from './tenant-store.ts';

export interface UserDataStores {
  readonly clients: ClientStore;
  readonly users: HostedUserStore;
  readonly blocked: BlockedUserStore;
  readonly tenants: TenantStore;
  readonly data: UserDataStore;
  readonly erasures: ErasureStore;
}

export interface EndUserSummary extends EndUserFigures {
  readonly externalUserId: string;
  readonly blockedAt: Date | null;
  readonly isErasing: boolean;
}

/** Exports and erases what is stored about one end user, whether a partner named the user or the user signs in. */
export class UserDataManager {
  readonly #stores: UserDataStores;

  constructor(stores: UserDataStores) {
    this.#stores = stores;
  }

  /** The figures of a user. A user of whom nothing is stored is not an error: all figures are zero. */
  async summarize(slug: string, userId: string): Promise<EndUserSummary> {
    const { clients, blocked, data, erasures } = this.#stores;
    const client = await clients.findBySlug(slug);
    if (client === null) throw errors.clientNotFound(slug);
    const person = { clientId: client.id, userId };
    const [figures, block, isErasing] = await Promise.all([
      data.figures(person),
      blocked.find(client.id, userId),
      erasures.isUnderWay(person),
    ]);
    return { externalUserId: userId, ...figures, blockedAt: block?.blockedAt ?? null, isErasing };
  }

  /**
   * Reads while the caller iterates. The audit log records every export, by a key and on /account too. An
   * entry about a user of whom nothing is stored would be the only record of the user's name, so it names none.
   */
  async export(actor: Actor, slug: string, userId: string): Promise<AsyncIterable<UserDataLine>> {
    const lines = await this.#lines(slug, userId);
    await this.#stores.tenants.change(actor, async (change) => {
      const { id: clientId } = await lockClient(change, slug);
      const subject = (await change.erasures.isStored({ clientId, userId })) ? userId : '';
      const entry = { clientId, actor: actorName(actor), action: 'user.export' } as const;
      await change.audit.append({ ...entry, subject, before: null, after: null });
    });
    return lines;
  }

  async #lines(slug: string, userId: string): Promise<AsyncIterable<UserDataLine>> {
    const { clients, users, blocked, data } = this.#stores;
    const client = await clients.findBySlug(slug);
    if (client === null) throw errors.clientNotFound(slug);
    const person = { clientId: client.id, userId };
    const id = parseHostedUserIdentity(userId);
    const [isBlocked, account] = await Promise.all([
      blocked.isBlocked(person),
      id === null ? null : users.find(client.id, { id }),
    ]);
    return exportUserData(data, person, { externalUserId: userId, isBlocked, account });
  }

  /** Deletes a person who signs in, with everything about the person. */
  async deleteUser(actor: Actor, slug: string, id: string, limitMs: number): Promise<void> {
    const { clients, users } = this.#stores;
    const client = await clients.findBySlug(slug);
    if (client === null) throw errors.clientNotFound(slug);
    if ((await users.find(client.id, { id })) === null) throw errors.userNotFound();
    await this.erase(actor, slug, hostedUserIdentity(id), limitMs);
  }

  /**
   * Erases everything about a user, including the account of one who signs in. What is under way after `limitMs` is
   * finished by the processes of the service. The audit log knows the user by the pseudonym only.
   */
  async erase(actor: Actor, slug: string, userId: string, limitMs: number): Promise<'erased' | 'erasing'> {
    const { tenants, erasures } = this.#stores;
    const clientId = await tenants.change(actor, async (change) => {
      const client = await lockClient(change, slug);
      const key = { clientId: client.id, userId };
      const pseudonym = erasedUser();
      await change.erasures.begin(key, pseudonym);
      await change.clients.cancelTurns(client.id, userId, 'user_blocked');
      if (client.openAi.defaultUser === userId) await removeDefaultUser(change, actor, client, pseudonym);
      const id = parseHostedUserIdentity(userId);
      if (id !== null) {
        await change.users.delete(client.id, id);
        await change.clients.bumpVersion(client.id);
      }
      await change.audit.append({
        clientId: client.id,
        actor: nameExcept(actor, userId, pseudonym),
        action: 'user.erase',
        subject: pseudonym,
        before: null,
        after: null,
      });
      return client.id;
    });
    return finishErasure(erasures, { clientId, userId }, limitMs);
  }
}

/** Requests that name no user are refused from then on: they would be stored under the identity that is erased. */
async function removeDefaultUser(
  { clients, audit, events }: TenantChange,
  actor: Actor,
  client: Client,
  pseudonym: string,
): Promise<void> {
  const { id: clientId, slug: subject, openAi, usesEvents } = client;
  await clients.save(clientId, { ...client, openAi: { ...openAi, defaultUser: null } });
  await audit.append({
    clientId,
    actor: actorName(actor),
    action: 'client.update',
    subject,
    before: { openai_default_user: pseudonym },
    after: { openai_default_user: null },
  });
  if (!usesEvents) return;
  await events.record({
    clientId,
    type: 'client.updated',
    userId: null,
    data: { changed: ['openai_default_user'] },
  });
}

/** A person may erase what belongs to them, and must not stay in the log as the author. */
function nameExcept(actor: Actor, userId: string, pseudonym: string): string {
  const name = actorName(actor);
  return name === userId ? pseudonym : name;
}
