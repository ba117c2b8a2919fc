import { createHash, randomBytes } from 'node:crypto';
import type { SubscriptionStatus } from '#contract/closed-sets.ts';

/**
 * The purpose of a code.
 * - `signed-in`: the password was right; the browser continues to the tenant's host
 * - `new-password`: the password was right and must be changed first
 * - `hand-over`: the tenant's host may start a session in the browser that holds the state
 * - `reset`, `invite`: sent by mail; its holder may choose a password
 */
export type CodePurpose = 'signed-in' | 'new-password' | 'hand-over' | 'reset' | 'invite';

export const codeSeconds = {
  'signed-in': 60,
  'new-password': 15 * 60,
  'hand-over': 60,
  reset: 60 * 60,
  invite: 7 * 24 * 60 * 60,
} as const satisfies Record<CodePurpose, number>;

/** The person that a code belongs to. Codes of disabled users and revoked tenants are not valid. */
export interface CodeHolder {
  readonly clientId: number;
  readonly slug: string;
  readonly subscriptionStatus: SubscriptionStatus;
  readonly userId: string;
  readonly email: string;
  readonly admin: boolean;
  readonly boundTo: Buffer | null;
}

/** A code that was issued for a verified password. */
export interface TicketCode {
  readonly purpose: 'signed-in' | 'new-password';
  readonly clientId: number;
  readonly userId: string;
  /** The hash that the password was verified against. */
  readonly passwordHash: string;
}

/** A code that is sent by mail. */
export interface EmailCode {
  readonly purpose: 'reset' | 'invite';
  readonly clientId: number;
  readonly userId: string;
}

export interface OneTimeCodeStore {
  /**
   * False, with nothing stored, when the account's password hash has changed since: verifying takes tens of
   * milliseconds.
   */
  insertTicket(hash: Buffer, code: TicketCode, ttlSeconds: number): Promise<boolean>;
  /** False, with nothing stored, when the account already has `most` valid codes of the same purpose. */
  insertEmailCode(hash: Buffer, code: EmailCode, ttlSeconds: number, most: number): Promise<boolean>;
  /** Turns a `signed-in` ticket of this tenant into a `hand-over` code; false when the ticket is not valid. */
  exchange(ticket: Buffer, slug: string, code: { hash: Buffer; boundTo: Buffer }): Promise<boolean>;
  find(purposes: readonly CodePurpose[], hash: Buffer): Promise<CodeHolder | null>;
  /** The same, and deletes the code whatever the result. */
  take(purposes: readonly CodePurpose[], hash: Buffer): Promise<CodeHolder | null>;
}

/** A new secret of 256 random bits; the database gets its hash. */
export function newCode(): { readonly code: string; readonly hash: Buffer } {
  const code = randomBytes(32).toString('base64url');
  return { code, hash: hashCode(code) };
}

/** Whether a text has the form of a code, so that nothing is asked about any other. */
export function isCode(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The browser's ticket for the next step; null when the verified password is no longer the account's. */
export async function issueTicket(
  store: Pick<OneTimeCodeStore, 'insertTicket'>,
  ticket: TicketCode,
): Promise<string | null> {
  const { code, hash } = newCode();
  return (await store.insertTicket(hash, ticket, codeSeconds[ticket.purpose])) ? code : null;
}

/** Also hashes the state that a browser holds. */
export function hashCode(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
