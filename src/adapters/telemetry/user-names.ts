import { hash, hkdfSync } from 'node:crypto';

/** Names an end user in a log line. */
export type NameUser = (clientId: number, userId: string) => string;

const hashDigits = 16;

/**
 * A keyed hash: lines about one user can be found together, and no id can be guessed from them without the master
 * secret. `showsIds` writes the ids themselves instead.
 */
export function userNames(masterSecret: string, showsIds: boolean): NameUser {
  if (showsIds) return (_, userId) => userId;
  const key = Buffer.from(hkdfSync('sha256', masterSecret, '', 'parley log users', 32)).toString('hex');
  // Nothing can be appended to a hash of which only a quarter is known, so the key may simply go first: a HMAC costs
  // twenty times as much, on every turn.
  return (clientId, userId) => hash('sha256', `${key}${clientId}\n${userId}`, 'hex').slice(0, hashDigits);
}
