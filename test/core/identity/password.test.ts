import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOptions } from '@node-rs/argon2';
import { ParleyError } from '#core/errors.ts';
import { checkPassword, generatePassword, hashPassword, verifyPassword } from '#core/identity/password.ts';

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

test('nobody has a password', async () => {
  assert.equal(await verifyPassword(null, 'correct horse'), false);
});

test('characters count, not how they are composed', async () => {
  assert.equal(
    await verifyPassword(await hashPassword('caf\u00e9 caf\u00e9'), 'cafe\u0301 cafe\u0301'),
    true,
  );
});

test('generated passwords are accepted and differ', () => {
  const [one, other] = [generatePassword(), generatePassword()];
  assert.equal(checkPassword(one, '/password'), one);
  assert.notEqual(one, other);
});

test('a password of seven characters is refused at its pointer', () => {
  assert.throws(
    () => checkPassword('1234567', '/password'),
    (error) => error instanceof ParleyError && error.fields[0]?.pointer === '/password',
  );
});
