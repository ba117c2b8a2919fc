import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnwantedText } from '../../scripts/checks/unwanted-text.ts';

// Assembled here, so that this file does not contain what it looks for.
const openEnd = `TO${'DO'}`;
const machinePath = `/${'root'}/parley`;
const testAlone = `test.${'only'}(`;
const registry = `"resolved": "https://${'npm.example'}/pg.tgz"`;

test('a path of one machine is found, the same word inside an address is not', () => {
  assert.deepEqual(findUnwantedText([{ path: 'docs/a.md', text: `one\ncd ${machinePath}\n` }]), [
    'docs/a.md:2 a path of one machine: use a relative path or os.tmpdir()',
  ]);
  assert.deepEqual(findUnwantedText([{ path: 'a.ts', text: `https://chat.example${machinePath}\n` }]), []);
});

test('open ends are found anywhere, lone and left-out tests in code only', () => {
  assert.equal(findUnwantedText([{ path: 'README.md', text: `${openEnd}: write\n` }]).length, 1);
  assert.equal(
    findUnwantedText([{ path: 'test/a.test.ts', text: `${testAlone}'a', () => {});\n` }]).length,
    1,
  );
  assert.equal(findUnwantedText([{ path: 'CONTRIBUTING.md', text: `never ${testAlone})\n` }]).length, 0);
});

test('the lock file names no registry but the public one', () => {
  assert.equal(findUnwantedText([{ path: 'package-lock.json', text: registry }]).length, 1);
  const publicOne = registry.replace('npm.example', 'registry.npmjs.org');
  assert.deepEqual(findUnwantedText([{ path: 'package-lock.json', text: publicOne }]), []);
});
