import type { Visitor } from './caller.ts';

/** Finds what no longer lets its holder read. */
export interface EndedAccess<Access> {
  /** The indices, in the given list, of what has ended, by one statement. */
  findEnded(held: readonly Access[]): Promise<number[]>;
}

/** The key behind an answer that is open. */
export interface OpenKey {
  readonly clientId: number;
  readonly keyHash: Buffer;
}

/** The session behind an answer that is open. */
export interface OpenSession {
  readonly clientId: number;
  /** The key id with which its token was signed. */
  readonly handoffKid: string;
  /** The row of a login; null for a minted token, which has none. */
  readonly loginSessionId: string | null;
}

export function openSessionOf({ client, hostedUserId, sessionId }: Visitor): OpenSession {
  const loginSessionId = hostedUserId === null ? null : sessionId;
  return { clientId: client.id, handoffKid: client.handoffKid, loginSessionId };
}
