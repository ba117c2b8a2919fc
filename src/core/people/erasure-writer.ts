import type { Person } from '../identity/blocked-user.ts';

/** The user whose data is erased; null is the whole client. */
export interface ErasureKey {
  readonly clientId: number;
  readonly userId: string | null;
}

/** Begins erasures, inside a transaction that excludes admissions of the client. */
export interface ErasureWriter {
  /** A user is blocked from then on. An erasure that already runs continues with its own pseudonym. */
  begin(key: ErasureKey, pseudonym: string): Promise<void>;
  /** Whether anything is stored about the person. While the data is being erased, nothing is. */
  isStored(person: Person): Promise<boolean>;
}
