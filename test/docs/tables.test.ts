import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTables } from '../../scripts/doc-tables.ts';
import { readConfig } from '../../src/config.ts';
import { limits } from '../../src/contract/limits.ts';
import { docsFolder } from './guide-blocks.ts';

const read = (name: string) => readFileSync(join(docsFolder, name), 'utf8');

// To update them: node scripts/write-doc-tables.ts
for (const name of globSync('*.md', { cwd: docsFolder }).sort()) {
  test(`the tables of docs/${name} say what the code says`, () => {
    assert.equal(read(name), withTables(read(name)));
  });
}

test('the errors and the variables are documented', () => {
  assert.match(read('errors.md'), /<!-- table: errors -->[\s\S]*<!-- table: turn-errors -->/);
  assert.match(read('configuration.md'), /<!-- table: variables -->/);
});

test('the time limits of docs/configuration.md are those that hold without a file', () => {
  const documented = [...read('configuration.md').matchAll(/^\| `([a-z_]+)` \| .* \| (\d+) \|$/gm)];
  const named = documented.map(([, name = '', value]) => [camelCase(name), Number(value)]);
  assert.deepEqual(Object.fromEntries(named), { ...readConfig({}).limits });
});

test('the bounds that the guides name are those of the contract', () => {
  assert.match(read('identity-and-ownership.md'), new RegExp(`1 to ${limits.externalUserIdBytes} bytes`));
  assert.match(read('identity-and-ownership.md'), /300 to 43,200/);
  assert.deepEqual(limits.sessionTtlSeconds, { default: 3600, min: 300, max: 43_200 });
  assert.match(read('idempotency.md'), new RegExp(`1 to ${limits.idempotencyKeyCharacters} printable`));
  assert.match(read('idempotency.md'), new RegExp(`within ${limits.idempotencyHours} hours`));
  assert.match(read('streaming.md'), new RegExp(`every ${limits.heartbeatSeconds} seconds`));
  const { default: usual, max } = limits.conversationPage;
  assert.ok(read('interface.md').includes(`Pages of ${usual}, with \`limit\` 1 to ${max},`));
});

test('the changelog says nothing twice', () => {
  const lines = readFileSync(join(docsFolder, '../CHANGELOG.md'), 'utf8').split('\n');
  const entries = lines.filter((line) => line.startsWith('- ')).map((line) => line.split('. ', 1)[0]);
  assert.deepEqual(
    entries.filter((entry, index) => entries.indexOf(entry) !== index),
    [],
  );
});

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}
