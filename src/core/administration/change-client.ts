import type { Actor } from '../audit/actor.ts';
import { type AuditAction, auditChange, type NewAuditEntry } from '../audit/audit.ts';
import type { Client } from '../clients/client.ts';
import { errors } from '../errors.ts';
import type { NewEvent } from '../events/event.ts';
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
  if (entry === null) return after;
  await tenants.audit.append(entry);
  if (after.usesEvents) await tenants.events.record(clientEvent(action, entry, after));
  return after;
}

/** A change without an event of its own is one of the settings. */
function clientEvent(action: AuditAction, { after: changed }: NewAuditEntry, client: Client): NewEvent {
  const event = { clientId: client.id, userId: null } as const;
  if (action === 'client.rotate_handoff') {
    return { ...event, type: 'handoff.rotated', data: { handoff_kid: client.handoffKid } };
  }
  if (action === 'client.rotate_key') {
    const until = client.previousKeyUntil?.toISOString() ?? null;
    const data = { key_prefix: client.keyPrefix, previous_key_until: until };
    return { ...event, type: 'key.rotated', data };
  }
  return { ...event, type: 'client.updated', data: { changed: Object.keys(changed ?? {}) } };
}

/** Refuses an author who waited for a change that took the author's rights away. */
export async function lockClient(tenants: TenantChange, slug: string): Promise<Client> {
  const client = await tenants.clients.lock(slug);
  await tenants.requireAuthor();
  if (client === null) throw errors.clientNotFound(slug);
  return client;
}
