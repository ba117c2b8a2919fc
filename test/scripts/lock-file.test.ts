import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeLock, findLockGaps } from '../../scripts/checks/lock-file.ts';

function lockOf(packages: Readonly<Record<string, object>>): string {
  return JSON.stringify({ name: 'parley', lockfileVersion: 3, packages });
}

const incomplete = lockOf({
  '': { devDependencies: { tool: '^1.0.0' } },
  'node_modules/tool': {
    version: '1.0.0',
    dev: true,
    optionalDependencies: { '@tool/darwin-arm64': '1.0.0', '@tool/linux-x64-musl': '1.0.0' },
  },
});

test('optional packages without an entry are found', () => {
  assert.deepEqual(findLockGaps(incomplete), [
    '@tool/darwin-arm64, which tool asks for, has no entry: run node scripts/complete-lock.ts',
    '@tool/linux-x64-musl, which tool asks for, has no entry: run node scripts/complete-lock.ts',
  ]);
});

test('a package beside the one that asks, inside it, or beside one that holds it is present', () => {
  const complete = lockOf({
    '': { dependencies: { a: '1.0.0' } },
    'node_modules/a': { version: '1.0.0', dependencies: { b: '1.0.0', c: '1.0.0' } },
    'node_modules/b': { version: '1.0.0' },
    'node_modules/a/node_modules/c': { version: '1.0.0', dependencies: { b: '1.0.0', d: '1.0.0' } },
    'node_modules/a/node_modules/d': { version: '1.0.0' },
  });
  assert.deepEqual(findLockGaps(complete), []);
});

test('a package that only another one holds is missing', () => {
  const hidden = lockOf({
    'node_modules/a': { version: '1.0.0', dependencies: { b: '1.0.0' } },
    'node_modules/c/node_modules/b': { version: '1.0.0' },
  });
  assert.deepEqual(findLockGaps(hidden), ['b, which a asks for, has no entry']);
});

test('completing adds entries with the platform of the name and changes nothing else', () => {
  const completed = completeLock(incomplete);
  assert.deepEqual(findLockGaps(completed), []);
  const { packages, ...rest } = JSON.parse(completed);
  assert.deepEqual(rest, { name: 'parley', lockfileVersion: 3 });
  assert.deepEqual(packages['node_modules/@tool/darwin-arm64'], {
    version: '1.0.0',
    cpu: ['arm64'],
    dev: true,
    optional: true,
    os: ['darwin'],
  });
  assert.deepEqual(packages['node_modules/@tool/linux-x64-musl'].libc, ['musl']);
  assert.equal(completeLock(completed), completed);
});
