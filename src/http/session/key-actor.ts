import type { KeyAuthor } from '#core/audit/actor.ts';
import { errors } from '#core/errors.ts';
import type { Caller } from '#core/identity/caller.ts';

/** The key of the request as the author of a change. No session reaches the routes that ask for it. */
export function actorOf(caller: Caller): KeyAuthor {
  if (caller.kind !== 'api') throw errors.missingApiKey();
  const { client, keyHash } = caller;
  return { kind: 'key', clientSlug: client.slug, keyHash, scopes: client.scopes };
}
