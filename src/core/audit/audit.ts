import { isDeepStrictEqual } from 'node:util';
import type { AuditEntryResource } from '#contract/audit/audit-entry.ts';
import { type Actor, actorName } from './actor.ts';

export type AuditAction =
  | `client.${'create' | 'update' | 'revoke' | 'enable' | 'rotate_key' | 'rotate_handoff' | 'bind_agent' | 'unbind_agent' | 'delete'}`
  | `user.${'create' | 'update' | 'disable' | 'enable' | 'block' | 'unblock' | 'export' | 'erase'}`
  | `user.${'reset_password' | 'end_session'}`
  | `webhook.${'create' | 'update' | 'enable' | 'delete' | 'rotate_secret' | 'test' | 'replay' | 'retry'}`
  | `brand.${'update' | 'update_logo'}`
  | `agent.${'create' | 'update' | 'delete'}`
  | 'turn.cancel'
  | 'process.drain'
  | 'provider.test'
  | 'mail.test'
  | `operator.${'link' | 'enrol' | 'sign_in' | 'update' | 'disable' | 'add_passkey' | 'delete_passkey' | 'end_session'}`;

type Members = Readonly<Record<string, unknown>>;

/** One change as it is recorded. Members hold what the wire shows, so no secret can be among them. */
export interface NewAuditEntry {
  /** Null: the change concerns all clients. */
  readonly clientId: number | null;
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: string;
  readonly before: Members | null;
  readonly after: Members | null;
}

export interface AuditEntry extends Omit<NewAuditEntry, 'action' | 'clientId'> {
  readonly id: number;
  readonly at: Date;
  /** A string, because a later version may know more actions. */
  readonly action: string;
  readonly clientSlug: string | null;
  /** The address of the operator that is the actor or the subject; null: it is none. */
  readonly actorEmail: string | null;
  readonly subjectEmail: string | null;
}

export interface AuditFilter {
  readonly clientSlug: string | null;
  readonly actor: string | null;
  readonly action: string | null;
  /** Entries from this moment on. */
  readonly since?: Date | null;
  /** Entries before this moment. */
  readonly until?: Date | null;
}

export interface AuditStore {
  /** Newest first, those older than the entry `before`. */
  list(filter: AuditFilter, before: number | null, limit: number): Promise<AuditEntry[]>;
}

/** The entry of a change from `before` to `after`, with the members that differ; null when none does. */
export function auditChange(
  what: { readonly clientId: number | null; readonly action: AuditAction; readonly subject: string },
  actor: Actor,
  before: Members,
  after: Members,
): NewAuditEntry | null {
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (changed.length === 0) return null;
  const pick = (from: Members) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { ...what, actor: actorName(actor), before: pick(before), after: pick(after) };
}

export function presentAuditEntry(entry: AuditEntry): AuditEntryResource {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    actor: entry.actor,
    action: entry.action,
    client: entry.clientSlug,
    subject: entry.subject,
    before: entry.before,
    after: entry.after,
    actor_email: entry.actorEmail,
    subject_email: entry.subjectEmail,
  };
}
