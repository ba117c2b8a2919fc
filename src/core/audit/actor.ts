import type { Scope } from '#contract/closed-sets.ts';
import type { OperatorRole } from '#contract/console/roles.ts';

/**
 * The author of a change: the operator at a shell, an operator in the console, a key with an admin scope, a tenant's
 * administrator, or the service. Those who can lose their rights come with what they were admitted by, which the
 * transaction of the change looks at once more.
 */
export type Actor =
  /** `by` is `<system user>@<machine>`. */
  | { readonly kind: 'operator-cli'; readonly by?: string }
  | { readonly kind: 'service' }
  | OperatorAuthor
  | KeyAuthor
  | AdministratorAuthor;

export interface OperatorAuthor {
  readonly kind: 'operator';
  readonly id: string;
  readonly role: OperatorRole;
  readonly sessionId: string;
}

export interface KeyAuthor {
  readonly kind: 'key';
  readonly clientSlug: string;
  readonly keyHash: Buffer;
  readonly scopes: readonly Scope[];
}

export interface AdministratorAuthor {
  readonly kind: 'hosted-user';
  readonly id: string;
  readonly clientId: number;
  readonly sessionId: string;
}

/** The actor as the audit log names it. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'operator-cli':
      return actor.by === undefined ? 'cli' : `cli:${actor.by}`;
    case 'service':
      return 'service';
    case 'operator':
      return `op:${actor.id}`;
    case 'key':
      return `key:${actor.clientSlug}`;
    case 'hosted-user':
      return actor.id.startsWith('hu:') ? actor.id : `hu:${actor.id}`;
  }
}

/** Whether an actor of the audit log is a person who signs in to a tenant: a viewer does not see who it is. */
export function isHostedUser(name: string): boolean {
  return name.startsWith('hu:');
}
