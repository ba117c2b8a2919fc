import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readBreaks } from './read-breaks.ts';

const root = join(import.meta.dirname, '../..');
const breaks = await readBreaks();

test('every break changes a text that stands exactly once in its file', () => {
  const wrong = breaks.flatMap(({ test: path, rule, file, replace, by }) => {
    const times = existsSync(join(root, file))
      ? readFileSync(join(root, file), 'utf8').split(replace).length - 1
      : 0;
    return times === 1 && by !== replace ? [] : [`${path}: ${rule}: ${times} times in ${file}`];
  });
  assert.deepEqual(wrong, []);
});

test('no two breaks claim the same rule', () => {
  const rules = breaks.map(({ rule }) => rule);
  assert.deepEqual(
    rules.filter((rule, index) => rules.indexOf(rule) !== index),
    [],
  );
});
