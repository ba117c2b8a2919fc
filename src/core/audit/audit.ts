import { isDeepStrictEqual } from 'node:util';
import type { AuditEntryResource } from '#contract/audit/audit-entry.ts';
import { type ListPage, type PageQuery, readPage } from '../shared/list-page.ts';
import { type Actor, actorName } from './actor.ts';

export type AuditAction =
  | `client.${'create' | 'update' | 'revoke' | 'enable' | 'rotate_key' | 'end_previous_key' | 'rotate_handoff' | 'bind_agent' | 'unbind_agent' | 'delete'}`
  | `user.${'create' | 'update' | 'disable' | 'enable' | 'block' | 'unblock' | 'export' | 'erase'}`
  | `user.${'reset_password' | 'end_session'}`
  | `webhook.${'create' | 'update' | 'enable' | 'delete' | 'rotate_secret' | 'test' | 'replay' | 'retry'}`
  | `tool_server.${'create' | 'update' | 'enable' | 'delete' | 'refresh' | 'rotate_secret'}`
  | `tool.${'approve' | 'withdraw' | 'try'}`
  | `brand.${'update' | 'update_logo'}`
  | `agent.${'create' | 'update' | 'delete'}`
  | `guidance.${'update' | 'publish'}`
  | `document.${'put' | 'delete'}`
  | 'feedback.read'
  | 'unanswered.read'
  | 'turn.cancel'
  | 'process.drain'
  | 'provider.test'
  | 'price.set'
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

/** The audit log, newest first. */
export function readAudit(
  audit: AuditStore,
  filter: AuditFilter,
  query: PageQuery,
): Promise<ListPage<AuditEntry>> {
  return readPage(
    query,
    oneId,
    ({ id }) => [id] as const,
    (before, limit) => audit.list(filter, before?.[0] ?? null, limit),
  );
}

function oneId(parts: readonly unknown[]): readonly [number] | null {
  const [id] = parts;
  return typeof id === 'number' && Number.isSafeInteger(id) ? [id] : null;
}

/** Settings that only the operator decides, and the keys and models in use, stay with the operator. */
const operatorsOwn = new Set([
  ...['agents', 'key_prefix', 'previous_key_until', 'model', 'providers', 'scopes', 'show_cost'],
]);

/** An entry as the administrators of its tenant see it. */
export function presentTenantAudit(entry: AuditEntry): AuditEntryResource {
  const { before, after, actor, ...rest } = presentAuditEntry(entry);
  const isOwn = actor.startsWith('hu:') || actor === `key:${entry.clientSlug}`;
  return {
    ...rest,
    actor: isOwn ? actor : 'operator',
    actor_email: null,
    subject_email: null,
    before: withoutOperatorsOwn(before),
    after: withoutOperatorsOwn(after),
  };
}

function withoutOperatorsOwn(members: Record<string, unknown> | null): Record<string, unknown> | null {
  if (members === null) return null;
  return Object.fromEntries(Object.entries(members).filter(([name]) => !operatorsOwn.has(name)));
}
