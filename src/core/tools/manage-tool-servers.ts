import { limits } from '#contract/limits.ts';
import type { ToolServerChange, ToolServerCreation } from '#contract/tools/tools.ts';
import { lockClient } from '../administration/change-client.ts';
import { requireNoEscalation } from '../administration/client-keys.ts';
import type { TenantChange, TenantStore } from '../administration/tenant-store.ts';
import type { Actor } from '../audit/actor.ts';
import type { Client } from '../clients/client.ts';
import type { ToolServer, ToolServerStore } from '../clients/tool-server.ts';
import { errors, ParleyError } from '../errors.ts';
import { partnerErrors } from '../partner-errors.ts';
import { newId } from '../shared/new-id.ts';
import {
  checkWebhookName,
  type FindAddresses,
  type WebhookAddresses,
} from '../webhooks/webhook-addresses.ts';
import type { WebhookSecrets } from '../webhooks/webhook-secrets.ts';
import type { ToolCalls } from './call-tools.ts';
import {
  auditableToolServer,
  auditToolServer,
  changeToolServer,
  findToolServer,
  lockToolServer,
} from './change-tool-server.ts';
import { problemOfTool } from './tool-definition.ts';

export interface ToolServerParts {
  readonly store: ToolServerStore;
  readonly tenants: TenantStore;
  readonly addresses: WebhookAddresses;
  readonly findAddresses: FindAddresses;
  readonly secrets: WebhookSecrets;
  readonly calls: Pick<ToolCalls, 'list'>;
}

export interface ToolServerWithSecret {
  readonly server: ToolServer;
  /** Shown once. */
  readonly secret: string;
}

/** How long a refresh may take, all of its requests together. */
const refreshMs = 20_000;

/** Creates and changes the servers of a client's tools. Every change is stored together with its audit entry. */
export class ToolServerManager {
  readonly #parts: ToolServerParts;

  constructor(parts: ToolServerParts) {
    this.#parts = parts;
  }

  list({ id }: Pick<Client, 'id'>): Promise<readonly ToolServer[]> {
    return this.#parts.store.list(id);
  }

  find({ id: clientId }: Pick<Client, 'id'>, id: string): Promise<ToolServer> {
    return findToolServer(this.#parts.store, clientId, id);
  }

  async create(actor: Actor, slug: string, { name, url }: ToolServerCreation): Promise<ToolServerWithSecret> {
    const address = await this.#checked(url);
    const secret = { generation: 1, key: this.#parts.secrets.key };
    return this.#parts.tenants.change(actor, async (tenants) => {
      const client = await lockClient(tenants, slug);
      const { id: clientId } = client;
      await requireReach(actor, client, tenants);
      if ((await tenants.toolServers.list(clientId)).length >= limits.toolServers) {
        throw partnerErrors.tooManyTools(`A client can have at most ${limits.toolServers} tool servers.`);
      }
      const id = newId();
      const isStored = await tenants.toolServers.insert({ clientId, id, name, url: address, secret });
      if (!isStored) throw errors.alreadyExists(`The tool server ${name}`);
      const server = await findToolServer(tenants.toolServers, clientId, id);
      await auditToolServer(tenants, actor, 'tool_server.create', server, null, auditableToolServer(server));
      return { server, secret: this.#secretOf(server) };
    });
  }

  async update(actor: Actor, slug: string, id: string, change: ToolServerChange): Promise<ToolServer> {
    const url = change.url === undefined ? undefined : await this.#checked(change.url);
    return this.#parts.tenants.change(actor, (tenants) =>
      changeToolServer(tenants, actor, 'tool_server.update', { slug, id }, async (before) => {
        const name = change.name ?? before.name;
        if (name !== before.name) {
          for (const tool of await tenants.toolServers.tools(before.clientId, before.id)) {
            const problem = tool.approval && problemOfTool(name, tool.name, tool.approval.definition);
            if (problem !== null)
              throw errors.invalidField('/name', `is too long for ${tool.name}`, 'maxLength');
          }
        }
        const enabled = change.enabled ?? before.enabled;
        const isSaved = await tenants.toolServers.save(before, { name, url: url ?? before.url, enabled });
        if (!isSaved) throw errors.alreadyExists(`The tool server ${name}`);
      }),
    );
  }

  /** Its tools are offered again, and earlier failures no longer count. */
  enable(actor: Actor, slug: string, id: string): Promise<ToolServer> {
    return this.#parts.tenants.change(actor, (tenants) =>
      changeToolServer(tenants, actor, 'tool_server.enable', { slug, id }, async (before) => {
        await tenants.toolServers.save(before, { ...before, enabled: true });
      }),
    );
  }

  async delete(actor: Actor, slug: string, id: string): Promise<void> {
    await this.#parts.tenants.change(actor, async (tenants) => {
      const { client, server } = await lockToolServer(tenants, slug, id);
      await tenants.toolServers.delete(client.id, server.id);
      await tenants.clients.bumpVersion(client.id);
      await auditToolServer(tenants, actor, 'tool_server.delete', server, auditableToolServer(server), null);
    });
  }

  async rotateSecret(
    actor: Actor,
    slug: string,
    id: string,
    overlapSeconds: number = limits.webhookOverlapSeconds.default,
  ): Promise<ToolServerWithSecret> {
    const server = await this.#parts.tenants.change(actor, (tenants) =>
      changeToolServer(tenants, actor, 'tool_server.rotate_secret', { slug, id }, async (before, client) => {
        await requireReach(actor, client, tenants);
        const secret = { generation: before.secret.generation + 1, key: this.#parts.secrets.key };
        await tenants.toolServers.setSecret(before, secret, overlapSeconds);
      }),
    );
    return { server, secret: this.#secretOf(server) };
  }

  /** Asks the server which tools it offers, outside of any transaction. A server that does not say so keeps its list. */
  async refresh(actor: Actor, slug: string, id: string): Promise<ToolServer> {
    const { tenants, calls } = this.#parts;
    const begun = await tenants.change(actor, (change) => lockToolServer(change, slug, id));
    const { server } = begun;
    const listed = await calls.list(server, AbortSignal.timeout(refreshMs));
    return tenants.change(actor, async (change) => {
      await change.toolServers.lock(server.clientId, server.id);
      const current = await findToolServer(change.toolServers, server.clientId, server.id);
      // What another address offers says nothing about the present one.
      if (current.url !== server.url) return current;
      if ('failure' in listed) await change.toolServers.saveRefreshFailure(current, listed.failure);
      else await change.toolServers.saveOffered(current, listed.tools, listed.freshMs);
      const said =
        'failure' in listed ? { refresh_error_code: listed.failure.code } : { tools: listed.tools.length };
      await auditToolServer(change, actor, 'tool_server.refresh', current, null, said);
      return findToolServer(change.toolServers, server.clientId, server.id);
    });
  }

  /** Judged as an address of a webhook, and before the transaction, which a name server must not keep open. */
  async #checked(text: string): Promise<string> {
    const { addresses, findAddresses } = this.#parts;
    try {
      const url = addresses.check(text);
      await checkWebhookName(url, addresses, findAddresses);
      return url.href;
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      throw partnerErrors.toolServerUrlNotAllowed(error);
    }
  }

  #secretOf(server: ToolServer): string {
    const secret = this.#parts.secrets.secretOf(server, server.secret);
    if (secret === null) throw errors.internal(new Error('a new secret has another master secret'));
    return secret;
  }
}

/** A secret that a key gets to see must not belong to a client that may do more. */
async function requireReach(actor: Actor, client: Client, { clients }: TenantChange): Promise<void> {
  if (actor.kind === 'key') await requireNoEscalation(actor, client, clients);
}
