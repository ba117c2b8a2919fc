import { domainToASCII, domainToUnicode } from 'node:url';
import { errors } from '../errors.ts';

const longest = 254;

/**
 * Mail programs read comments, lists, quotes and literals out of these, people cannot see what is invisible, and
 * U+FFFD stands for what could not be read.
 */
const local = /^[^\s\ufffd@\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}<>()[\]\\",;:]+$/u;
const domain = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/** An email as it is stored, in the form of `normalizeEmail`. Whether it can be delivered is not checked. */
export function checkEmail(value: string, pointer: string): string {
  const email = normalizeEmail(value);
  const at = email.lastIndexOf('@');
  if (
    email.length > longest ||
    !local.test(email.slice(0, Math.max(at, 0))) ||
    !domain.test(email.slice(at + 1))
  ) {
    throw errors.invalidField(pointer, 'must be an email address', 'format');
  }
  return email;
}

/**
 * Trimmed, lower case, and with the domain in ASCII, as a mail program looks it up: an address that is shown as one
 * domain must not be delivered to another.
 */
export function normalizeEmail(value: string): string {
  const email = value.trim().toLowerCase();
  const at = email.lastIndexOf('@') + 1;
  const name = email.slice(at);
  if (at === 0 || !/^[^\s/?#@:%\\\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]+$/u.test(name)) return email;
  return /[^\0-\x7f]/.test(name) ? email.slice(0, at) + (domainToASCII(name) || name) : email;
}

/** What an email may be stored as: releases up to 0.3.0 kept a domain as it was typed. */
export function storedForms(email: string): readonly string[] {
  const at = email.lastIndexOf('@') + 1;
  return [email, email.slice(0, at) + (domainToUnicode(email.slice(at)) || email.slice(at))];
}
