import type { BlockedUserResource } from '#contract/people/people.ts';

/** One end user of a client, as an operator or a partner names them. An owner is one, too. */
export interface Person {
  readonly clientId: number;
  readonly userId: string;
}

/** An end user who may read but not send. */
export interface BlockedUser {
  readonly externalUserId: string;
  readonly blockedAt: Date;
}

export interface BlockedUserStore {
  isBlocked(person: Person): Promise<boolean>;
  find(clientId: number, userId: string): Promise<BlockedUser | null>;
  /** Ordered by identity: the first `limit` after the identity `after`. */
  list(clientId: number, after: string | null, limit: number): Promise<BlockedUser[]>;
}

/** Blocks and unblocks inside a transaction that excludes admissions of the client. */
export interface BlockedUserWriter {
  find(clientId: number, userId: string): Promise<BlockedUser | null>;
  /** False: the user was blocked before. */
  insert(clientId: number, userId: string): Promise<boolean>;
  /** False: the user was not blocked, or stays blocked because an erasure of the user's data runs. */
  delete(clientId: number, userId: string): Promise<boolean>;
}

export function presentBlockedUser(user: BlockedUser): BlockedUserResource {
  return { external_user_id: user.externalUserId, blocked_at: user.blockedAt.toISOString() };
}
