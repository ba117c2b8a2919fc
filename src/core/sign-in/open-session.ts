/** The session behind an answer that is being streamed. */
export interface OpenSession {
  readonly clientId: number;
  /** The key id with which its token was signed. */
  readonly handoffKid: string;
  /** The row of a login; null for a minted token, which has none. */
  readonly loginSessionId: string | null;
}

export interface OpenSessionStore {
  /** The indices, in the given list, of sessions that have ended, by one statement. */
  findEnded(sessions: readonly OpenSession[]): Promise<number[]>;
}
