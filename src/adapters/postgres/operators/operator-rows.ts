import type { OperatorRole } from '#contract/console/roles.ts';
import type { Operator, OperatorSession, StoredPasskey } from '#core/operators/operator.ts';

export interface OperatorRow {
  id: string;
  email: string;
  role: OperatorRole;
  enabled: boolean;
  passkeys: number;
  created_at: Date;
  last_seen_at: Date | null;
}

/** The columns of an OperatorRow, of a table or row `o`. */
export const operatorColumns = `o.id, o.email, o.role, o.enabled, o.created_at, o.last_seen_at,
  (select count(*)::int from operator_passkeys p where p.operator_id = o.id) as passkeys`;

export function operatorOf(row: OperatorRow): Operator {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    enabled: row.enabled,
    passkeys: row.passkeys,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  };
}

export interface SessionRow {
  id: string;
  operator_id: string;
  email: string;
  kind: OperatorSession['kind'];
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

export function sessionOf(row: SessionRow): OperatorSession {
  return {
    id: row.id,
    operatorId: row.operator_id,
    email: row.email,
    kind: row.kind,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  };
}

export interface PasskeyRow {
  id: string;
  operator_id: string;
  name: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  synced: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

export function passkeyOf(row: PasskeyRow): StoredPasskey {
  return {
    id: row.id,
    operatorId: row.operator_id,
    name: row.name,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports,
    synced: row.synced,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
