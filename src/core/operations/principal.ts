import type { Scope } from '#contract/closed-sets.ts';
import type { OperatorRole } from '#contract/console/roles.ts';
import type { OperationRow } from '#contract/endpoints/operation-table.ts';
import type { Actor, AdministratorAuthor, KeyAuthor } from '../audit/actor.ts';
import { errors } from '../errors.ts';
import { grants } from '../identity/gate.ts';

/** The sender of an operation, with what it may do. */
export type Principal =
  | { readonly channel: 'api'; readonly actor: Actor; readonly scopes: readonly Scope[] }
  | {
      readonly channel: 'console';
      readonly actor: Actor;
      readonly role: OperatorRole;
      /** A passkey was used within the last ten minutes. */
      readonly isFresh: boolean;
    }
  | { readonly channel: 'cli'; readonly actor: Actor; readonly role: OperatorRole };

/** An administrator of the tenant that the operation is about. */
export interface Administrator {
  readonly channel: 'account';
  readonly actor: AdministratorAuthor;
  /** The IP address of the request. */
  readonly address: string;
}

/** The key of the client that the operation is about. */
export interface OwnKey {
  readonly channel: 'key';
  readonly actor: KeyAuthor;
}

/** The sender of an operation on one client: that client's key, its administrator, or an operator who named it. */
export type Asker = Principal | Administrator | OwnKey;

/** How long a request waits for the end of an erasure, and a command, which can wait. */
const patienceMs = { request: 2_000, cli: 20_000 };

export function patienceOf({ channel }: Asker): number {
  return channel === 'cli' ? patienceMs.cli : patienceMs.request;
}

/**
 * Refuses what the operation's row does not allow. A missing scope and a missing role are the same refusal; an
 * operation that the channel does not have is one that does not exist.
 */
export function requireAllowed(row: OperationRow, by: Principal): void {
  if (!row.channels.includes(by.channel)) throw errors.notFound();
  if (by.channel === 'api') {
    if (row.scope === null) throw errors.notFound();
    requireScope(by, row.scope);
    return;
  }
  if (!row.roles.includes(by.role)) throw errors.insufficientRole(by.role);
  if (row.fresh) requireFresh(by);
}

/** In the console, what cannot be undone needs a passkey that was used just now. */
export function requireFresh(by: Asker): void {
  if (by.channel === 'console' && !by.isFresh) throw errors.freshPasskeyRequired();
}

/** Refuses a key what needs another scope than its operation; roles have none. */
export function requireScope(by: Principal, scope: Scope): void {
  if (by.channel === 'api' && !grants(by.scopes, scope)) throw errors.insufficientScope(scope);
}

/** Refuses a role that sees no people what is about one. */
export function requirePeople(by: Principal): void {
  if (by.channel !== 'api' && !seesPeople(by)) throw errors.insufficientRole(by.role);
}

/** Paths, addresses and settings of the machine are for those who run it, and no key does. */
export function managesService(by: Principal): boolean {
  return by.channel !== 'api' && (by.role === 'owner' || by.role === 'operator');
}

/** A viewer reads figures and settings, and no identity of a person. */
export function seesPeople(by: Principal): boolean {
  return by.channel === 'api' || by.role !== 'viewer';
}
