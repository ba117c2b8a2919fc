import type { ClientChange } from '#contract/admin.ts';
import type { Scope } from '#contract/closed-sets.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import type { AuditAction } from '../audit/audit.ts';
import type { Client } from '../clients/client.ts';
import {
  allClients,
  type ClientFilter,
  clientKeyOf,
  type RankedClient,
  readClientKey,
} from '../clients/client-list.ts';
import type { ClientStore } from '../clients/client-store.ts';
import { errors } from '../errors.ts';
import { createApiKey } from '../identity/api-key.ts';
import { type ListPage, type PageQuery, readPage } from '../shared/list-page.ts';
import { changeClient } from './change-client.ts';
import { checkClientSlug } from './client-checks.ts';
import { newHandoffKid, requireNoEscalation } from './client-keys.ts';
import {
  applySettings,
  type ClientSettings,
  defaultSettings,
  type SettingsChange,
} from './client-settings.ts';
import { auditableClient } from './present-client.ts';
import type { PrivacyChoice, TenantChange, TenantStore } from './tenant-store.ts';

export interface ClientWithKey {
  readonly client: Client;
  /** Exists here only; the database has its hash. */
  readonly apiKey: string;
}

/** Creates and changes clients. Every change is stored together with its audit entry. */
export class ClientManager {
  readonly #clients: ClientStore;
  readonly #tenants: TenantStore;
  readonly #providerIds: ReadonlySet<string>;

  /** `providerIds` are the configured providers. */
  constructor(clients: ClientStore, tenants: TenantStore, providerIds: Iterable<string>) {
    this.#clients = clients;
    this.#tenants = tenants;
    this.#providerIds = new Set(providerIds);
  }

  list(query: PageQuery, filter: ClientFilter = allClients): Promise<ListPage<RankedClient>> {
    return readPage(
      query,
      (parts) => readClientKey(filter, parts),
      (client) => clientKeyOf(filter, client),
      (after, limit) => this.#clients.list(filter, after, limit),
    );
  }

  async find(slug: string): Promise<Client> {
    const client = await this.#clients.findBySlug(slug);
    if (client === null) throw errors.clientNotFound(slug);
    return client;
  }

  async create(actor: Actor, slug: string, change: SettingsChange): Promise<ClientWithKey> {
    checkClientSlug(slug);
    requireScopesFromOperator(actor, change.scopes);
    const settings = applySettings(defaultSettings(slug, change), change, this.#providerIds);
    return this.#tenants.change(actor, async (tenants) => {
      const { key, ...stored } = createApiKey();
      await requireDefaultAgent(tenants, null, settings);
      const created = { ...settings, slug, sourceApp: slug, handoffKid: newHandoffKid(), key: stored };
      if (!(await tenants.clients.insert(created))) throw errors.alreadyExists(`The client ${slug}`);
      const client = await tenants.clients.find(slug);
      if (client === null) throw errors.clientNotFound(slug);
      await tenants.audit.append({
        clientId: client.id,
        actor: actorName(actor),
        action: 'client.create',
        subject: slug,
        before: null,
        after: auditableClient(client),
      });
      return { client, apiKey: key };
    });
  }

  async update(
    actor: Actor,
    slug: string,
    change: ClientChange & { scopes?: readonly Scope[] },
  ): Promise<Client> {
    requireScopesFromOperator(actor, change.scopes);
    return this.#change(actor, 'client.update', slug, async (tenants, client) => {
      const settings = applySettings(client, change, this.#providerIds);
      if (settings.defaultAgent !== client.defaultAgent) {
        await requireDefaultAgent(tenants, client.id, settings);
      }
      await tenants.clients.save(client.id, settings);
      if (change.enabled !== undefined) await setEnabled(tenants, client, change.enabled);
    });
  }

  /** Bearer calls fail from now on, the tenant's host disappears, and running answers are cut. */
  revoke(actor: Actor, slug: string): Promise<Client> {
    return this.#change(actor, 'client.revoke', slug, (tenants, client) =>
      setEnabled(tenants, client, false),
    );
  }

  enable(actor: Actor, slug: string): Promise<Client> {
    return this.#change(actor, 'client.enable', slug, (tenants, client) => setEnabled(tenants, client, true));
  }

  /**
   * Every old key ends at once, except that the latest works for another `overlapSeconds`; hosted sessions continue.
   */
  async rotateKey(actor: Actor, slug: string, overlapSeconds = 0): Promise<ClientWithKey> {
    const { key, ...stored } = createApiKey();
    const client = await this.#change(actor, 'client.rotate_key', slug, async (tenants, current) => {
      await requireNoEscalation(actor, current, tenants.clients);
      await tenants.clients.setKey(current.id, stored, overlapSeconds);
    });
    return { client, apiKey: key };
  }

  /** The key before the latest stops working at once. */
  endPreviousKey(actor: Actor, slug: string): Promise<Client> {
    return this.#change(actor, 'client.end_previous_key', slug, (tenants, client) =>
      tenants.clients.endPreviousKey(client.id),
    );
  }

  /** Every hosted session of the client ends at once; the API key keeps working. */
  rotateHandoff(actor: Actor, slug: string): Promise<Client> {
    return this.#change(actor, 'client.rotate_handoff', slug, async (tenants, client) => {
      await tenants.clients.setHandoffKid(client.id, newHandoffKid());
      await tenants.clients.endLoginSessions(client.id, null);
    });
  }

  /** For administrators of the tenant only: it is their people who wrote the conversations. */
  setPrivacy(actor: Actor, slug: string, choice: PrivacyChoice): Promise<Client> {
    return this.#change(actor, 'client.update', slug, (tenants, client) =>
      tenants.clients.setPrivacy(client.id, choice),
    );
  }

  bindAgent(actor: Actor, slug: string, agentSlug: string): Promise<Client> {
    return this.#bind(actor, 'client.bind_agent', slug, agentSlug, true);
  }

  /** Also removes an agent that is open to all clients, but never the client's default. */
  unbindAgent(actor: Actor, slug: string, agentSlug: string): Promise<Client> {
    return this.#bind(actor, 'client.unbind_agent', slug, agentSlug, false);
  }

  #bind(actor: Actor, action: AuditAction, slug: string, agentSlug: string, bound: boolean): Promise<Client> {
    return this.#change(actor, action, slug, async (tenants, client) => {
      const use = await tenants.agents.usability(client.id, agentSlug);
      if (use === 'unknown') throw errors.agentNotFound(agentSlug);
      if (!bound && client.defaultAgent === agentSlug) {
        throw errors.agentInUse(
          `${agentSlug} is the default agent of ${slug}: give it another default first.`,
        );
      }
      await tenants.clients.bindAgent(client.id, agentSlug, bound);
    });
  }

  #change(
    actor: Actor,
    action: AuditAction,
    slug: string,
    work: (tenants: TenantChange, client: Client) => Promise<void>,
  ): Promise<Client> {
    return this.#tenants.change(actor, (tenants) => changeClient(tenants, actor, action, slug, work));
  }
}

async function setEnabled(tenants: TenantChange, client: Client, enabled: boolean): Promise<void> {
  await tenants.clients.setEnabled(client.id, enabled);
  if (!enabled) await tenants.clients.cancelTurns(client.id, null, 'client_disabled');
}

function requireScopesFromOperator(actor: Actor, scopes: readonly Scope[] | undefined): void {
  if (scopes === undefined || actor.kind === 'operator-cli' || actor.kind === 'service') return;
  throw errors.invalidField('/scopes', 'can be set by the command line only', 'read_only');
}

/** A client's default agent must be one that it may use. */
async function requireDefaultAgent(
  tenants: TenantChange,
  clientId: number | null,
  { defaultAgent }: ClientSettings,
): Promise<void> {
  const use = await tenants.agents.usability(clientId, defaultAgent);
  if (use === 'unknown')
    throw errors.invalidField('/default_agent', 'does not name an existing agent', 'unknown');
  if (use === 'closed') {
    throw errors.invalidField('/default_agent', 'is not available to the client: bind it first', 'not_bound');
  }
}
