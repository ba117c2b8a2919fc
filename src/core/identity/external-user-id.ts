import { limits, reservedIdentityPrefix } from '#contract/limits.ts';
import { hostedUserIdentity, parseHostedUserIdentity } from '../clients/hosted-user.ts';
import { errors } from '../errors.ts';
import { newId } from '../shared/new-id.ts';

/**
 * Checks an end user's identity as the partner sent it: 1 to 255 bytes of UTF-8, no control characters, stored byte
 * for byte. The reserved prefix is rejected in every spelling that a person would read as it.
 */
export function checkExternalUserId(value: unknown, pointer: string): string {
  const id = checkIdentity(value, pointer);
  if (foldedForReading(id).startsWith(reservedIdentityPrefix)) throw errors.reservedIdentityPrefix(pointer);
  return id;
}

/** The same for operators and administrators, who also name people who sign in, as `hu:<uuid>`. */
export function checkAnyUserId(value: unknown, pointer: string): string {
  const id = checkIdentity(value, pointer);
  const hosted = parseHostedUserIdentity(id);
  return hosted === null ? checkExternalUserId(id, pointer) : hostedUserIdentity(hosted);
}

/** Stands in place of a user whose data was erased. No route takes it: what follows the prefix is no UUID. */
export function erasedUser(): string {
  return `${reservedIdentityPrefix}erased:${newId()}`;
}

function checkIdentity(value: unknown, pointer: string): string {
  if (value === undefined) throw errors.externalUserIdRequired(pointer);
  if (typeof value !== 'string') throw errors.invalidField(pointer, 'must be a string', 'type');
  if (value === '') throw errors.externalUserIdRequired(pointer);
  if (!value.isWellFormed() || /\p{Cc}/u.test(value)) {
    throw errors.invalidField(
      pointer,
      'must not contain control characters or lone surrogates',
      'characters',
    );
  }
  if (Buffer.byteLength(value) > limits.externalUserIdBytes) {
    throw errors.invalidField(pointer, `must have at most ${limits.externalUserIdBytes} bytes`, 'maxLength');
  }
  return value;
}

function foldedForReading(value: string): string {
  return value
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim();
}
