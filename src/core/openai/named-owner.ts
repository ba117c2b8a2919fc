import { errors } from '../errors.ts';
import { agreedUserId } from '../identity/agreed-user-id.ts';
import { type Caller, type Owner, ownerOf } from '../identity/caller.ts';

/** Where a request may name its end user. Tools that know none send an empty text. */
export interface NamedOwner {
  readonly safetyIdentifier: unknown;
  readonly user: unknown;
  /** The values of the header that the client's settings name, each as it was sent. */
  readonly inHeader: readonly string[];
}

/**
 * The owner of a request: by `safety_identifier`, `user`, or the client's header, which must agree, else the client's
 * default user.
 */
export function namedOwner(caller: Caller, named: NamedOwner): Owner {
  const places = [
    { pointer: '/safety_identifier', value: named.safetyIdentifier },
    { pointer: '/user', value: named.user },
    ...named.inHeader.map((value) => ({ pointer: caller.client.openAi.userHeader ?? '', value })),
  ].filter(({ value }) => value !== undefined && value !== null && value !== '');
  const userId = agreedUserId(places, errors.identityConflict) ?? caller.client.openAi.defaultUser;
  if (userId === null) throw errors.externalUserIdRequired('/safety_identifier');
  return ownerOf(caller, userId);
}
