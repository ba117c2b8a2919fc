import { lockClient } from '../administration/change-client.ts';
import type { TenantChange } from '../administration/tenant-store.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import { type AuditAction, auditChange } from '../audit/audit.ts';
import type { Client } from '../clients/client.ts';
import type { ToolServer, ToolServerStore } from '../clients/tool-server.ts';
import { partnerErrors } from '../partner-errors.ts';
import { isUuid } from '../shared/new-id.ts';
import { presentToolServer } from './present-tools.ts';

/** Unknown, malformed and foreign ids are refused alike. */
export async function findToolServer(
  servers: ToolServerStore,
  clientId: number,
  id: string,
): Promise<ToolServer> {
  const server = isUuid(id) ? await servers.find(clientId, id.toLowerCase()) : null;
  if (server === null) throw partnerErrors.toolServerNotFound();
  return server;
}

/** A server that is locked until the transaction ends, while admissions of its client are excluded. */
export async function lockToolServer(
  tenants: TenantChange,
  slug: string,
  id: string,
): Promise<{ readonly client: Client; readonly server: ToolServer }> {
  const client = await lockClient(tenants, slug);
  const { id: serverId } = await findToolServer(tenants.toolServers, client.id, id);
  await tenants.toolServers.lock(client.id, serverId);
  return { client, server: await findToolServer(tenants.toolServers, client.id, serverId) };
}

/** One change of one server, with its audit entry. Cached copies of the client are stale afterwards. */
export async function changeToolServer(
  tenants: TenantChange,
  actor: Actor,
  action: AuditAction,
  { slug, id }: { readonly slug: string; readonly id: string },
  work: (before: ToolServer, client: Client) => Promise<void>,
): Promise<ToolServer> {
  const { client, server: before } = await lockToolServer(tenants, slug, id);
  await work(before, client);
  await tenants.clients.bumpVersion(client.id);
  const after = await findToolServer(tenants.toolServers, client.id, before.id);
  const what = { clientId: client.id, action, subject: before.id };
  const entry = auditChange(what, actor, auditableToolServer(before), auditableToolServer(after, before));
  if (entry !== null) await tenants.audit.append(entry);
  return after;
}

type Members = Readonly<Record<string, unknown>>;

export function auditToolServer(
  { audit }: Pick<TenantChange, 'audit'>,
  actor: Actor,
  action: AuditAction,
  { clientId, id }: ToolServer,
  before: Members | null,
  after: Members | null,
): Promise<void> {
  return audit.append({ clientId, actor: actorName(actor), action, subject: id, before, after });
}

/** The origin of an address is all that is kept, because the rest may hold a secret; `other_path` tells it is another. */
export function auditableToolServer(server: ToolServer, earlier: ToolServer = server): Members {
  const { id, name, enabled, disabled_reason, previous_secret_until, url } = presentToolServer(server);
  const { origin } = new URL(url);
  const isElsewhere = url !== earlier.url && origin === new URL(earlier.url).origin;
  return {
    ...{ id, name, url: origin, enabled, disabled_reason, previous_secret_until },
    ...(isElsewhere ? { other_path: true } : {}),
    secret_generation: server.secret.generation,
  };
}
