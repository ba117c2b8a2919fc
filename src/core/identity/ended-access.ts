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
