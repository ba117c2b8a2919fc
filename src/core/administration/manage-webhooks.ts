import type { WebhookChange, WebhookCreation } from '#contract/events/webhooks.ts';
import { limits } from '#contract/limits.ts';
import type { Actor } from '../audit/actor.ts';
import { type AuditAction, auditChange } from '../audit/audit.ts';
import type { Client } from '../clients/client.ts';
import { errors } from '../errors.ts';
import { checkEventTypes } from '../events/read-events.ts';
import { newId } from '../shared/new-id.ts';
import type { Webhook, WebhookSettings } from '../webhooks/webhook.ts';
import {
  checkWebhookName,
  type FindAddresses,
  type WebhookAddresses,
} from '../webhooks/webhook-addresses.ts';
import type { WebhookSecrets } from '../webhooks/webhook-secrets.ts';
import type { WebhookStore } from '../webhooks/webhook-store.ts';
import { lockClient } from './change-client.ts';
import { auditableWebhook, auditWebhook, findWebhook, webhookIn } from './change-webhook.ts';
import { requireNoEscalation } from './client-keys.ts';
import type { TenantChange, TenantStore } from './tenant-store.ts';

export interface WebhookWithSecret {
  readonly webhook: Webhook;
  /** Shown once. */
  readonly secret: string;
}

/** Creates and changes endpoints. Every change is stored together with its audit entry. */
export class WebhookManager {
  readonly #webhooks: WebhookStore;
  readonly #tenants: TenantStore;
  readonly #addresses: WebhookAddresses;
  readonly #findAddresses: FindAddresses;
  readonly #secrets: WebhookSecrets;

  constructor(
    webhooks: WebhookStore,
    tenants: TenantStore,
    addresses: WebhookAddresses,
    findAddresses: FindAddresses,
    secrets: WebhookSecrets,
  ) {
    this.#webhooks = webhooks;
    this.#tenants = tenants;
    this.#addresses = addresses;
    this.#findAddresses = findAddresses;
    this.#secrets = secrets;
  }

  list({ id }: Pick<Client, 'id'>): Promise<readonly Webhook[]> {
    return this.#webhooks.list(id);
  }

  find({ id: clientId }: Pick<Client, 'id'>, id: string): Promise<Webhook> {
    return findWebhook(this.#webhooks, clientId, id);
  }

  /** The first endpoint of a client begins its log. */
  async create(actor: Actor, slug: string, wanted: WebhookCreation): Promise<WebhookWithSecret> {
    const { url, ...change } = wanted;
    const none = { url, types: null, description: '', enabled: true };
    const settings = this.#settings(none, { ...change, url });
    await this.#checkName(url);
    const secret = { generation: 1, key: this.#secrets.key };
    return this.#tenants.change(actor, async (tenants) => {
      const client = await lockClient(tenants, slug);
      const { id: clientId } = client;
      await requireReach(actor, client, tenants);
      if ((await tenants.webhooks.list(clientId)).length >= limits.webhooks) throw errors.tooManyWebhooks();
      const id = newId();
      await tenants.clients.beginEvents(clientId);
      await tenants.webhooks.insert({ ...settings, clientId, id, secret });
      const webhook = await findWebhook(tenants.webhooks, clientId, id);
      await auditWebhook(tenants, actor, 'webhook.create', webhook, null, auditableWebhook(webhook));
      return { webhook, secret: this.#secretOf(webhook) };
    });
  }

  async update(actor: Actor, slug: string, id: string, change: WebhookChange): Promise<Webhook> {
    if (change.url !== undefined) await this.#checkName(change.url);
    return this.#change(actor, 'webhook.update', slug, id, (tenants, webhook) =>
      tenants.webhooks.save(webhook, this.#settings(webhook, change)),
    );
  }

  /** Deliveries resume where they stopped, and earlier failures no longer count. */
  enable(actor: Actor, slug: string, id: string): Promise<Webhook> {
    return this.#change(actor, 'webhook.enable', slug, id, (tenants, webhook) =>
      tenants.webhooks.save(webhook, { ...webhook, enabled: true }),
    );
  }

  async delete(actor: Actor, slug: string, id: string): Promise<void> {
    await this.#tenants.change(actor, async (tenants) => {
      const webhook = await webhookIn(tenants, slug, id);
      await tenants.webhooks.delete(webhook.clientId, webhook.id);
      await auditWebhook(tenants, actor, 'webhook.delete', webhook, auditableWebhook(webhook), null);
    });
  }

  async rotateSecret(
    actor: Actor,
    slug: string,
    id: string,
    overlapSeconds: number = limits.webhookOverlapSeconds.default,
  ): Promise<WebhookWithSecret> {
    const webhook = await this.#change(actor, 'webhook.rotate_secret', slug, id, async (tenants, current) => {
      const client = await tenants.clients.find(slug);
      if (client !== null) await requireReach(actor, client, tenants);
      const secret = { generation: current.secret.generation + 1, key: this.#secrets.key };
      return tenants.webhooks.setSecret(current, secret, overlapSeconds);
    });
    return { webhook, secret: this.#secretOf(webhook) };
  }

  #change(
    actor: Actor,
    action: AuditAction,
    slug: string,
    id: string,
    work: (tenants: TenantChange, webhook: Webhook) => Promise<void>,
  ): Promise<Webhook> {
    return this.#tenants.change(actor, async (tenants) => {
      const { clientId, id: webhookId } = await webhookIn(tenants, slug, id);
      await tenants.webhooks.lock(clientId, webhookId);
      const before = await findWebhook(tenants.webhooks, clientId, webhookId);
      await work(tenants, before);
      const after = await findWebhook(tenants.webhooks, clientId, webhookId);
      const what = { clientId, action, subject: webhookId };
      const entry = auditChange(what, actor, auditableWebhook(before), auditableWebhook(after, before));
      if (entry !== null) await tenants.audit.append(entry);
      return after;
    });
  }

  /** Before the transaction, which a name server must not keep open. */
  #checkName(url: string): Promise<void> {
    return checkWebhookName(this.#addresses.check(url), this.#addresses, this.#findAddresses);
  }

  #settings(before: WebhookSettings, change: WebhookChange): WebhookSettings {
    const { url, types, description, enabled } = change;
    if (description !== undefined && !description.isWellFormed()) {
      throw errors.invalidField('/description', 'must not contain lone surrogates', 'characters');
    }
    return {
      url: url === undefined ? before.url : this.#addresses.check(url).href,
      types: types === undefined ? before.types : types && checkEventTypes(types, '/types'),
      description: description ?? before.description,
      enabled: enabled ?? before.enabled,
    };
  }

  #secretOf(webhook: Webhook): string {
    const secret = this.#secrets.secretOf(webhook, webhook.secret);
    if (secret === null) throw errors.internal(new Error('a new secret has another master secret'));
    return secret;
  }
}

/** A secret that a key gets to see must not belong to a client that may do more. Administrators have their own only. */
async function requireReach(actor: Actor, client: Client, { clients }: TenantChange): Promise<void> {
  if (actor.kind !== 'hosted-user') await requireNoEscalation(actor, client, clients);
}
