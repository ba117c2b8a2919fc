import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey, isWellFormedApiKey } from '#core/identity/api-key.ts';
import type { Break } from '#test/break.ts';

test('a key that was made is well formed, and stops being so with any one character changed', () => {
  const { key } = createApiKey();
  assert.equal(isWellFormedApiKey(key), true);
  for (let index = 0; index < key.length; index++) {
    const other = key[index] === 'x' ? 'y' : 'x';
    const changed = key.slice(0, index) + other + key.slice(index + 1);
    assert.equal(isWellFormedApiKey(changed), false, `character ${index}`);
  }
  for (const changed of [`${key}0`, key.slice(0, -1), ` ${key}`, `${key}\n`, key.toUpperCase()]) {
    assert.equal(isWellFormedApiKey(changed), false, JSON.stringify(changed));
  }
});

test('two keys share their public beginning only', () => {
  const [one, two] = [createApiKey(), createApiKey()];
  assert.notEqual(one.key, two.key);
  assert.notDeepEqual(one.hash, two.hash);
  assert.ok(one.key.startsWith(one.prefix));
  assert.equal(one.prefix.length, 'parley_sk_'.length + 4);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A key has a checksum, and another last character makes another key',
    file: 'src/core/identity/api-key.ts',
    replace: 'return match?.[1] !== undefined && checksum(match[1]) === match[2];',
    by: 'return match?.[1] !== undefined;',
  },
];
