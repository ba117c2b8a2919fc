/** The session behind an answer that is being given. */
export interface OpenSession {
  readonly clientId: number;
  /** The key id that its token was signed with. */
  readonly handoffKid: string;
  /** Of a login; null for a minted token, which has no row. */
  readonly loginSessionId: string | null;
}

export interface OpenSessionStore {
  /** The places, in the given list, of sessions that have ended, in one statement. */
  findEnded(sessions: readonly OpenSession[]): Promise<number[]>;
}
