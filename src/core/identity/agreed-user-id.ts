import type { ParleyError } from '../errors.ts';
import { checkExternalUserId } from './external-user-id.ts';

/** One place of a request that names its end user. */
export interface NamedUser {
  readonly pointer: string;
  readonly value: unknown;
}

/**
 * The end user that a request names in each of these places; null where there is none. `conflict` is the refusal where
 * a place differs from the first.
 */
export function agreedUserId(
  places: readonly NamedUser[],
  conflict: (pointer: string) => ParleyError,
): string | null {
  const named = places.map(({ pointer, value }) => ({
    pointer,
    userId: checkExternalUserId(value, pointer),
  }));
  const userId = named[0]?.userId ?? null;
  const other = named.find((one) => one.userId !== userId);
  if (other !== undefined) throw conflict(other.pointer);
  return userId;
}
