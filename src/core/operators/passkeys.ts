import type { AssertedCredential, AttestedCredential } from '#contract/console/credential.ts';
import type { NewPasskey, Operator, StoredPasskey } from './operator.ts';

/** What the browser needs for its part of a ceremony (W3C Web Authentication), with the challenge in it. */
export interface CeremonyOptions {
  readonly challenge: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * The server's part of W3C Web Authentication. Every proof must be for exactly this console, over this challenge, by a
 * person whom the authenticator has verified.
 */
export interface Passkeys {
  registration(operator: Operator, known: readonly StoredPasskey[]): Promise<CeremonyOptions>;
  /** Null when the proof is not valid. */
  register(
    credential: AttestedCredential,
    challenge: string,
  ): Promise<Omit<NewPasskey, 'operatorId' | 'name'> | null>;
  /** `known` are the accepted passkeys; null: any that the person has here. */
  authentication(known: readonly StoredPasskey[] | null): Promise<CeremonyOptions>;
  /** Null when the proof is not valid. */
  authenticate(
    credential: AssertedCredential,
    challenge: string,
    passkey: StoredPasskey,
  ): Promise<Pick<StoredPasskey, 'counter' | 'synced'> | null>;
}
