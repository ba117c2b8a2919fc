import { limits } from '#contract/limits.ts';
import { changeClient } from '../administration/change-client.ts';
import type { ClientWithKey } from '../administration/manage-clients.ts';
import type { TenantChange, TenantStore } from '../administration/tenant-store.ts';
import type { AdministratorAuthor, KeyAuthor } from '../audit/actor.ts';
import type { AuditAction } from '../audit/audit.ts';
import type { Client } from '../clients/client.ts';
import { errors } from '../errors.ts';
import { createApiKey } from '../identity/api-key.ts';
import { isAdminScope } from '../identity/gate.ts';
import { partnerErrors } from '../partner-errors.ts';
import {
  type AdministratorStores,
  type ConfirmedBy,
  confirmAdministrator,
  emailOfAdministrator,
} from '../sign-in/confirm-administrator.ts';
import type { Confirmation } from '../sign-in/confirm-password.ts';
import { countHourly } from '../sign-in/throttle.ts';

export interface OwnKeyParts extends AdministratorStores {
  readonly tenants: TenantStore;
  /** Informs the administrators of the tenant. */
  readonly onChange: (change: KeyChange) => void;
}

/** What happened to the key of a client: it was replaced, or its previous one has ended. */
export interface KeyChange {
  readonly client: Pick<Client, 'id' | 'slug' | 'previousKeyUntil'>;
  readonly what: 'replaced' | 'ended';
  /** The administrator who did it; null: a request with the key. */
  readonly email: string | null;
}

type Author = KeyAuthor | AdministratorAuthor;

/** A partner's own key, replaced by a request with it or by an administrator of the tenant. */
export class OwnKeyManager {
  readonly #parts: OwnKeyParts;

  constructor(parts: OwnKeyParts) {
    this.#parts = parts;
  }

  /**
   * Ends no key that is in use before its time: neither a lost answer nor a thief locks the partner out. Each
   * rotation is an email to people, so they are counted.
   */
  async rotate(
    author: Author,
    slug: string,
    overlapSeconds: number = limits.ownKeyOverlapSeconds.default,
  ): Promise<ClientWithKey> {
    await countHourly(this.#parts.throttle, 'key-rotations', slug);
    const { key: apiKey, ...stored } = createApiKey();
    const client = await this.#change(author, 'client.rotate_key', slug, async (tenants, current) => {
      requireNoAdminKey(author, current);
      const isReplaced = await tenants.clients.succeedKey(current.id, stored, overlapSeconds);
      if (!isReplaced) throw partnerErrors.keyOverlap(current.previousKeyUntil ?? new Date());
    });
    this.#parts.onChange({ client, what: 'replaced', email: await this.#emailOf(author) });
    return { client, apiKey };
  }

  /** Every key but the new one ends at once. */
  async replace(slug: string, by: ConfirmedBy): Promise<ClientWithKey> {
    const { key: apiKey, ...stored } = createApiKey();
    const client = await this.#confirmed(
      'client.rotate_key',
      slug,
      by,
      'replaced',
      async (tenants, current) => {
        requireNoAdminKey(by.author, current);
        await tenants.clients.setKey(current.id, stored, 0);
      },
    );
    return { client, apiKey };
  }

  /** Nothing changes where no overlap lasts. */
  endPrevious(slug: string, by: ConfirmedBy): Promise<Client> {
    return this.#confirmed('client.end_previous_key', slug, by, 'ended', (tenants, { id }) =>
      tenants.clients.endPreviousKey(id),
    );
  }

  async #confirmed(
    action: AuditAction,
    slug: string,
    by: ConfirmedBy,
    what: KeyChange['what'],
    work: (tenants: TenantChange, client: Client) => Promise<void>,
  ): Promise<Client> {
    const { confirmation, email } = await confirmAdministrator(this.#parts, slug, by);
    const client = await this.#change(by.author, action, slug, work, confirmation);
    await confirmation.release();
    this.#parts.onChange({ client, what, email });
    return client;
  }

  #change(
    author: Author,
    action: AuditAction,
    slug: string,
    work: (tenants: TenantChange, client: Client) => Promise<void>,
    confirmation?: Confirmation,
  ): Promise<Client> {
    return this.#parts.tenants.change(author, (tenants) =>
      changeClient(tenants, author, action, slug, async (change, client) => {
        await confirmation?.requireStanding();
        await work(change, client);
      }),
    );
  }

  async #emailOf(author: Author): Promise<string | null> {
    return author.kind === 'key' ? null : emailOfAdministrator(this.#parts.users, author);
  }
}

/** People of one tenant are never shown a key that reaches others. */
function requireNoAdminKey(author: Author, { scopes }: Client): void {
  const scope = author.kind === 'key' ? undefined : scopes.find(isAdminScope);
  if (scope !== undefined) throw errors.insufficientScope(scope);
}
