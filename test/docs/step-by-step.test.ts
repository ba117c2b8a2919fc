import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/a-turn-step-by-step.md'), 'utf8');
const rows = page.split('\n').filter((line) => /^\| \d+ \|/.test(line));
const spansOf = (text: string) => Array.from(text.matchAll(/`([^`]+)`/g), ([, span = '']) => span);

test('every path of the page exists', () => {
  const paths = spansOf(page).filter((span) => /^(?:src|database|docs)\//.test(span));
  assert.ok(paths.length > 40, String(paths.length));
  assert.deepEqual(
    paths.filter((path) => !existsSync(join(root, path))),
    [],
  );
});

test('the file of each row contains the names of the row', () => {
  assert.ok(rows.length > 40, String(rows.length));
  const missing = rows.flatMap((row) => {
    const [, , file = '', names = ''] = row.split('|');
    const [path = ''] = spansOf(file);
    const text = readFileSync(join(root, path), 'utf8');
    return spansOf(names)
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
      .map((name) => `${path} has no ${name}`);
  });
  assert.deepEqual(missing, []);
});

test('the steps of each table count from 1, or continue from the previous table', () => {
  const numbers = rows.map((row) => Number(row.split('|')[1]));
  for (const [index, number] of numbers.entries()) {
    assert.ok(number === 1 || number === (numbers[index - 1] ?? 0) + 1, rows[index]);
  }
});
