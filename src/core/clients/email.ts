import { errors } from '../errors.ts';

const longest = 254;

/** An email as it is stored: trimmed, lower case. Whether it can be delivered is not checked. */
export function checkEmail(value: string, pointer: string): string {
  const email = normalizeEmail(value);
  if (
    email.length > longest ||
    !/^[^\s@\p{Cc}<>",;:]+@[^\s@\p{Cc}<>",;:.]+(\.[^\s@\p{Cc}<>",;:.]+)*$/u.test(email)
  ) {
    throw errors.invalidField(pointer, 'must be an email address', 'format');
  }
  return email;
}

export function normalizeEmail(value: string): string {
  return value.trim().toLowerCase();
}
