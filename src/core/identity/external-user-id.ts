import { limits, reservedIdentityPrefix } from '#contract/limits.ts';
import { errors } from '../errors.ts';

/**
 * Checks an end user's identity as the partner sent it: 1 to 255 bytes of UTF-8, no control characters, stored byte
 * for byte. The reserved prefix is rejected in every spelling that a person would read as it.
 */
export function checkExternalUserId(value: unknown, pointer: string): string {
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
  if (foldedForReading(value).startsWith(reservedIdentityPrefix))
    throw errors.reservedIdentityPrefix(pointer);
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
