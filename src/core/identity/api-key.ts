import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'parley_sk_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 24; // 62^24 > 2^142
const checksumLength = 6; // 62^6 > 2^32
const shape = new RegExp(`^${prefix}([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`);

export interface NewApiKey {
  /** Shown once, never stored. */
  readonly key: string;
  readonly hash: Buffer;
  /** The first characters, by which an operator recognises a key. */
  readonly prefix: string;
}

/** `parley_sk_` + 142 random bits + a CRC-32, all in base 62. */
export function createApiKey(): NewApiKey {
  const secret = randomBase62(secretLength);
  const key = `${prefix}${secret}${checksum(secret)}`;
  return { key, hash: hashApiKey(key), prefix: key.slice(0, prefix.length + 4) };
}

/** Rejects typing mistakes and random strings without a query. */
export function isWellFormedApiKey(key: string): boolean {
  const match = shape.exec(key);
  return match?.[1] !== undefined && checksum(match[1]) === match[2];
}

export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte; larger values would favour the first characters.
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

function checksum(secret: string): string {
  let value = crc32(prefix + secret);
  let text = '';
  for (let i = 0; i < checksumLength; i++) {
    text = alphabet[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}
