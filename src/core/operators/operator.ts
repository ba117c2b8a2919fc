import type { OperatorRole } from '#contract/console/roles.ts';
import type {
  OperatorResource,
  OperatorSessionResource,
  PasskeyResource,
} from '#contract/console/session.ts';

/** A person who signs in at the console. */
export interface Operator {
  /** UUID. */
  readonly id: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly enabled: boolean;
  readonly passkeys: number;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
}

export interface OperatorSession {
  readonly id: string;
  readonly operatorId: string;
  readonly email: string;
  readonly kind: 'passkey' | 'link';
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

/** A session whose cookie was sent, with the person behind it. */
export interface OpenConsole {
  readonly operator: Operator;
  readonly session: OperatorSession;
  readonly strongUntil: Date | null;
}

export interface StoredPasskey {
  /** The credential's id, base64url. */
  readonly id: string;
  readonly operatorId: string;
  readonly name: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly synced: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type NewPasskey = Omit<StoredPasskey, 'createdAt' | 'lastUsedAt'>;

export function operatorIdentity(id: string): string {
  return `op:${id}`;
}

/** The UUID in an identity; null when it is malformed. */
export function parseOperatorIdentity(text: string): string | null {
  return /^op:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text)?.[1] ?? null;
}

export function presentOperator(operator: Operator): OperatorResource {
  return {
    id: operatorIdentity(operator.id),
    email: operator.email,
    role: operator.role,
    enabled: operator.enabled,
    passkeys: operator.passkeys,
    created_at: operator.createdAt.toISOString(),
    last_seen_at: operator.lastSeenAt?.toISOString() ?? null,
  };
}

export function presentOperatorSession(session: OperatorSession, currentId: string): OperatorSessionResource {
  return {
    id: session.id,
    operator: session.email,
    kind: session.kind,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    current: session.id === currentId,
  };
}

export function presentPasskey(passkey: StoredPasskey): PasskeyResource {
  return {
    id: passkey.id,
    name: passkey.name,
    synced: passkey.synced,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
  };
}
