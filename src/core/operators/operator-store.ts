import type { OperatorRole } from '#contract/console/roles.ts';
import type { Actor } from '../audit/actor.ts';
import type { NewAuditEntry } from '../audit/audit.ts';
import type { NewPasskey, OpenConsole, Operator, OperatorSession, StoredPasskey } from './operator.ts';

export type CeremonyPurpose = 'sign-in' | 'confirm' | 'register';

export interface Ceremony {
  readonly challenge: string;
  /** The session that began it; null for a sign-in. */
  readonly sessionId: string | null;
}

export interface OperatorLinkRecord {
  /** Null: it creates the first owner. */
  readonly email: string | null;
  readonly role: OperatorRole;
}

export interface NewSession {
  readonly tokenHash: Buffer;
  readonly id: string;
  readonly operatorId: string;
  readonly kind: OperatorSession['kind'];
  readonly lifeSeconds: number;
  /** How long it is as good as a fresh passkey; null: not at all. */
  readonly strongSeconds: number | null;
}

/** Reads, and the writes that depend on nothing else. */
export interface OperatorStore {
  /**
   * Everything that `work` does is one transaction, and no other change of operators runs meanwhile. Rejects with
   * StaleRights when the author may no longer do so; null where `work` asks for a proof of its own.
   */
  change<T>(author: Actor | null, work: (change: OperatorChanges) => Promise<T>): Promise<T>;
  /** By email; 500 at most. */
  list(): Promise<Operator[]>;
  /**
   * The session behind a token whose operator is enabled, unless it has ended or was idle for so long. `isActive`
   * says that a person acts, which ends the idle time.
   */
  findSession(tokenHash: Buffer, idleSeconds: number, isActive: boolean): Promise<OpenConsole | null>;
  /** Newest first, 200 at most; of one operator, or of all when it is null. */
  listSessions(operatorId: string | null, idleSeconds: number): Promise<OperatorSession[]>;
  endSession(id: string): Promise<boolean>;
  listPasskeys(operatorId: string): Promise<StoredPasskey[]>;
  findPasskey(id: string): Promise<StoredPasskey | null>;
  insertCeremony(
    handleHash: Buffer,
    purpose: CeremonyPurpose,
    ceremony: Ceremony,
    lifeSeconds: number,
  ): Promise<void>;
  /** A handle is accepted once. */
  takeCeremony(handleHash: Buffer, purpose: CeremonyPurpose): Promise<Ceremony | null>;
}

export interface OperatorChanges {
  find(id: string): Promise<Operator | null>;
  findByEmail(email: string): Promise<Operator | null>;
  hasOwner(): Promise<boolean>;
  countEnabledOwners(): Promise<number>;
  insert(operator: Pick<Operator, 'id' | 'email' | 'role'>): Promise<void>;
  save(operator: Pick<Operator, 'id' | 'role' | 'enabled'>): Promise<void>;
  insertLink(codeHash: Buffer, link: OperatorLinkRecord, lifeSeconds: number): Promise<Date>;
  takeLink(codeHash: Buffer): Promise<OperatorLinkRecord | null>;
  /** Links for this address; those that make the first owner when it is null. */
  dropLinks(email: string | null): Promise<void>;
  insertSession(session: NewSession): Promise<void>;
  /** Whether there was one. */
  endSession(id: string): Promise<boolean>;
  endSessions(operatorId: string, but?: string): Promise<void>;
  insertPasskey(passkey: NewPasskey): Promise<boolean>;
  deletePasskey(operatorId: string, id: string): Promise<boolean>;
  deletePasskeys(operatorId: string): Promise<void>;
  /** After a use: the counter of the authenticator, which must not go back. False: the passkey is gone. */
  notePasskeyUse(id: string, counter: number, synced: boolean): Promise<boolean>;
  /** Whether the session still exists. */
  setStrong(sessionId: string, seconds: number): Promise<boolean>;
  readonly audit: { append(entry: NewAuditEntry): Promise<void> };
}
