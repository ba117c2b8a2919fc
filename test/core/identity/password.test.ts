import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOptions } from '@node-rs/argon2';
import { ParleyError } from '#core/errors.ts';
import { checkPassword, generatePassword, hashPassword, verifyPassword } from '#core/identity/password.ts';
import type { Break } from '#test/break.ts';

const own = ['acme-tenant', 'ada.lovelace@example.com'];

test('a password is its own hash and no other is', async () => {
  const hash = await hashPassword('correct horse');
  assert.equal(await verifyPassword(hash, 'correct horse'), true);
  assert.equal(await verifyPassword(hash, 'correct hors'), false);
});

test('a hash is argon2id with 19 MiB, two passes and one lane', async () => {
  const hash = await hashPassword('correct horse');
  const { memoryCost, timeCost, parallelism } = parseOptions(hash);
  assert.match(hash, /^\$argon2id\$/);
  assert.deepEqual(
    { memoryCost, timeCost, parallelism },
    { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  );
});

test('no user has a password', async () => {
  assert.equal(await verifyPassword(null, 'correct horse'), false);
});

test('characters count, not how they are composed', async () => {
  assert.equal(
    await verifyPassword(await hashPassword('caf\u00e9 caf\u00e9'), 'cafe\u0301 cafe\u0301'),
    true,
  );
});

test('generated passwords are accepted and differ', async () => {
  const [one, other] = [generatePassword(), generatePassword()];
  assert.equal(await checkPassword(one, '/password', own), one);
  assert.notEqual(one, other);
});

test('a password of eleven characters is refused at its pointer, and one of twelve is not', async () => {
  const code = await refusalOf('kT4-vQ9-mW2');
  assert.deepEqual(code, { pointer: '/password', code: 'length', detail: 'must have 12 to 200 characters' });
  assert.equal(await refusalOf('kT4-vQ9-mW2x'), null);
});

const guessedEarly = {
  common: [
    'administrator',
    'Administrator',
    '1qaz2wsx3edc',
    '123456789012',
    'password1234',
    'P@ssw0rd1234',
    'Password2024!',
    'passwordpassword',
    'qwertyuiop123',
    '...iloveyou!!!',
  ],
  repetitive: ['aaaaaaaaaaaa', 'abcabcabcabcabc', '1111-2222-3333', 'abcdefghijkl', 'zyxwvutsrqponm'],
  personal: ['ada.lovelace@example.com', 'Ada.Lovelace1', 'acme-tenant-1', 'adalovelace2026'],
};

for (const [weakness, passwords] of Object.entries(guessedEarly)) {
  test(`a password that is ${weakness} is refused with that reason`, async () => {
    for (const password of passwords) assert.equal((await refusalOf(password))?.code, weakness, password);
  });
}

test('words that do not belong together are accepted', async () => {
  const accepted = [
    'correct horse battery staple',
    'my own new password',
    'Tr0ub4dor&3-xyz',
    'test-password-1a',
  ];
  for (const password of accepted) assert.equal(await refusalOf(password), null, password);
});

async function refusalOf(password: string) {
  return checkPassword(password, '/password', own).then(
    () => null,
    (error: unknown) => (error instanceof ParleyError ? (error.fields[0] ?? null) : Promise.reject(error)),
  );
}

export const breaks: readonly Break[] = [
  {
    rule: 'a password has at least twelve characters',
    file: 'src/contract/limits.ts',
    replace: 'passwordLength = { min: 12,',
    by: 'passwordLength = { min: 11,',
  },
  {
    rule: 'a common password is refused',
    file: 'src/core/identity/password-weakness.ts',
    replace: "common.has(reading)) ? 'common' : null",
    by: 'common.has(reading)) ? null : null',
  },
];
