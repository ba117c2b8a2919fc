import type { Scope } from '../closed-sets.ts';
import type { OperatorRole } from '../console/roles.ts';
import type { Endpoint } from '../endpoint.ts';

/** A scope that a partner has for its own client. */
export type PartnerScope = Exclude<Scope, 'chat' | `admin:${string}`>;

/** The channels of an operation, each with what it needs. A channel that is absent does not have it. */
export interface Channels {
  /** A partner's key, about its own client: the scope that it needs. */
  readonly api?: Scope;
  /**
   * For an administrator who is signed in at the tenant, about the own client: true, or the scope that the client must
   * have.
   */
  readonly account?: true | PartnerScope;
  /** A key that names the client: the scope that it needs. */
  readonly admin?: Exclude<Scope, 'chat'>;
  /** An operator who names the client in the console: the roles that may. */
  readonly console?: readonly OperatorRole[];
  /** True for the same operators at a shell. */
  readonly cli?: true;
}

/** One operation on one client, for all who may ask for it. The endpoints of each channel are made from this row. */
export interface ClientOperation extends Omit<Endpoint, 'operation' | 'hosted' | 'scope' | 'freshness'> {
  /** Below the client: `/v1` for its own key, `/account/api` for its administrators, its address for operators. */
  readonly path: `/${string}`;
  readonly channels: Channels;
  /** In the console only with a passkey that was used within ten minutes: what cannot be undone, or makes a secret. */
  readonly fresh: boolean;
  /** What the audit log calls the change; null for an operation that changes nothing. */
  readonly audit: string | null;
  /** Its name among the operations of operators, where that is another. */
  readonly operatorName?: string;
  /** Its operation ids for administrators and for operators, where they are others than its name there. */
  readonly ids?: { readonly account?: string; readonly operator?: string };
  /** It is about one person, whom each channel names differently. */
  readonly ofPerson?: true;
}

export type ClientOperations = Readonly<Record<string, ClientOperation>>;

/** Its name among the operations of operators. */
export type OperatorName<N extends string, Row extends ClientOperation> = Row extends {
  readonly operatorName: infer Own extends string;
}
  ? Own
  : N;

export function operatorNameOf(name: string, { operatorName = name }: ClientOperation): string {
  return operatorName;
}
