import type { Facts } from '#contract/context.ts';
import type { Client } from '../clients/client.ts';

declare const authenticated: unique symbol;
declare const owning: unique symbol;

/** The sender of a request. Only `authenticate` and `verify-session` create one. */
export type Caller = (ApiCaller | HostedCaller) & { readonly [authenticated]: true };

/** A partner's backend with its secret key. It names the end user itself. */
export interface ApiCaller {
  readonly kind: 'api';
  readonly client: Client;
  readonly keyHash: Buffer;
}

/** An end user on a tenant's own origin. Only the token says which user it is. */
export interface HostedCaller {
  readonly kind: 'hosted';
  readonly client: Client;
  readonly userId: string;
  readonly admin: boolean;
  /** `jti` of the token. */
  readonly sessionId: string;
  /** The row of a signed-in user (`hu:<id>`); null for a token that a partner minted. */
  readonly hostedUserId: string | null;
  readonly expiresAt: Date;
  /** What the partner said of the user when it minted the token; null for a sign-in. */
  readonly facts: Facts | null;
}

/** A caller on a tenant's own origin. */
export type Visitor = Extract<Caller, { readonly kind: 'hosted' }>;

/** The owner of everything that belongs to one end user. Stores require both parts. */
export interface Owner {
  readonly [owning]: true;
  readonly clientId: number;
  readonly userId: string;
}

/** The owner in a turn's own row: for an operator who stops it, and reads nothing of it. */
export function ownerOfTurn(turn: { readonly clientId: number; readonly userId: string }): Owner {
  return { clientId: turn.clientId, userId: turn.userId } as Owner;
}

export function brandCaller(caller: ApiCaller | HostedCaller): Caller {
  return caller as Caller;
}

export function ownerOf(caller: Caller, externalUserId: string): Owner {
  const userId = caller.kind === 'hosted' ? caller.userId : externalUserId;
  return { clientId: caller.client.id, userId } as Owner;
}
