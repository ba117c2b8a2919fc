import { errors } from '#core/errors.ts';
import { agreedUserId } from '#core/identity/agreed-user-id.ts';
import { type Caller, type Owner, ownerOf } from '#core/identity/caller.ts';

/** The place in which a request named its end user. */
export interface NamedIdentity {
  readonly query?: unknown;
  readonly body?: unknown;
  readonly context?: unknown;
}

/**
 * The owner that a request is about. With a key the request names the end user, in one place or identically in two;
 * with a session token only the token counts.
 */
export function identify(caller: Caller, named: NamedIdentity): Owner {
  if (caller.kind === 'hosted') return ownerOf(caller, caller.userId);
  const places = [
    { pointer: '/context/external_user_id', value: named.context },
    { pointer: '/external_user_id', value: named.body },
    { pointer: '?external_user_id', value: named.query },
  ].filter((place) => place.value !== undefined);
  const userId = agreedUserId(places, () => errors.identityConflict());
  if (userId === null) {
    throw errors.externalUserIdRequired(missingPlace(named));
  }
  return ownerOf(caller, userId);
}

function missingPlace(named: NamedIdentity): string {
  if ('context' in named) return '/context/external_user_id';
  return 'query' in named ? '?external_user_id' : '/external_user_id';
}
