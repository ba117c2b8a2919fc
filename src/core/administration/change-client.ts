import type { Actor } from '../audit/actor.ts';
import { type AuditAction, auditChange } from '../audit/audit.ts';
import type { Client } from '../clients/client.ts';
import { errors } from '../errors.ts';
import { auditableClient } from './present-client.ts';
import type { TenantChange } from './tenant-store.ts';

/**
 * One change of one client, which excludes admissions. Writes an audit entry when anything is different afterwards.
 */
export async function changeClient(
  tenants: TenantChange,
  actor: Actor,
  action: AuditAction,
  slug: string,
  work: (tenants: TenantChange, client: Client) => Promise<void>,
): Promise<Client> {
  const before = await lockClient(tenants, slug);
  await work(tenants, before);
  const after = await tenants.clients.find(slug);
  if (after === null) throw errors.clientNotFound(slug);
  const what = { clientId: before.id, action, subject: slug };
  const entry = auditChange(what, actor, auditableClient(before), auditableClient(after));
  if (entry !== null) await tenants.audit.append(entry);
  return after;
}

export async function lockClient(tenants: TenantChange, slug: string): Promise<Client> {
  const client = await tenants.clients.lock(slug);
  if (client === null) throw errors.clientNotFound(slug);
  return client;
}
