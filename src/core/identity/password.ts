import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { passwordLength } from '#contract/limits.ts';
import { errors } from '../errors.ts';
import { type Weakness, weaknessOf } from './password-weakness.ts';

/** Argon2id with OWASP's first choice for 19 MiB: two passes, one lane. A hash contains its own parameters. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const reasons: Readonly<Record<Weakness, string>> = {
  common: 'is a common one, or a common one with little added',
  repetitive: 'repeats a few characters or counts through them, which is easy to guess',
  personal: 'is little more than your email address or tenant',
};

// Without 0, 1, i, l and o, because the password is read aloud and typed.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** The PHC string of a password. Two Unicode spellings of the same characters are the same password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), parameters);
}

/** Whether the password matches the hash. Without a hash it takes as long and returns false. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash()), password.normalize('NFC'));
  return matches && passwordHash !== null;
}

/**
 * Refuses a password that is too short, too long or easy to guess, and says which. `own` are words that an attacker
 * would try first for this person: tenant and email.
 */
export async function checkPassword(
  password: string,
  pointer: string,
  own: readonly string[],
): Promise<string> {
  const length = [...password].length;
  if (!password.isWellFormed() || length < passwordLength.min || length > passwordLength.max) {
    throw errors.invalidField(
      pointer,
      `must have ${passwordLength.min} to ${passwordLength.max} characters`,
      'length',
    );
  }
  const weakness = await weaknessOf(password, own);
  if (weakness !== null) throw errors.invalidField(pointer, reasons[weakness], weakness);
  return password;
}

/** Twenty characters, 99 random bits, in groups of five. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

let nobody: Promise<string> | undefined;

/** Makes the hash that unknown accounts are compared with, so that the first attempt costs no more than later ones. */
export function prepareVerification(): void {
  void nobodysHash();
}

function nobodysHash(): Promise<string> {
  nobody ??= hashPassword(generatePassword());
  return nobody;
}
