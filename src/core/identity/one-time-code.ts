import { createHash, randomBytes } from 'node:crypto';
import type { SubscriptionStatus } from '#contract/resources.ts';

/**
 * What a code is good for.
 * - `signed-in`: the password was right; the browser goes on to the tenant's host
 * - `new-password`: the password was right and must be changed first
 * - `hand-over`: the tenant's host may start a session in the browser that holds the state
 * - `reset`, `invite`: by mail; whoever holds it may choose a password
 */
export type CodePurpose = 'signed-in' | 'new-password' | 'hand-over' | 'reset' | 'invite';

export const codeSeconds = {
  'signed-in': 60,
  'new-password': 15 * 60,
  'hand-over': 60,
  reset: 60 * 60,
  invite: 7 * 24 * 60 * 60,
} as const satisfies Record<CodePurpose, number>;

/** The person that a code stands for. Disabled users and revoked tenants have none. */
export interface CodeHolder {
  readonly clientId: number;
  readonly slug: string;
  readonly subscriptionStatus: SubscriptionStatus;
  readonly userId: string;
  readonly email: string;
  readonly admin: boolean;
  readonly boundTo: Buffer | null;
}

export interface NewCode {
  readonly purpose: CodePurpose;
  readonly clientId: number;
  readonly userId: string;
  readonly boundTo: Buffer | null;
}

export interface OneTimeCodeStore {
  insert(hash: Buffer, code: NewCode, ttlSeconds: number): Promise<void>;
  find(purposes: readonly CodePurpose[], hash: Buffer): Promise<CodeHolder | null>;
  /** The same, and the code is gone, whatever the answer. */
  take(purposes: readonly CodePurpose[], hash: Buffer): Promise<CodeHolder | null>;
}

/** A new code of 256 random bits; the database gets its hash. */
export async function issueCode(store: OneTimeCodeStore, code: NewCode): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await store.insert(hashCode(secret), code, codeSeconds[code.purpose]);
  return secret;
}

/** Also of the state that a browser holds. */
export function hashCode(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
