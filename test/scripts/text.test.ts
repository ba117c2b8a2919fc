import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEnvironmentReads } from '../../scripts/checks/environment.ts';
import { findLargeFiles } from '../../scripts/checks/file-size.ts';
import { findBrokenLinks } from '../../scripts/checks/links.ts';
import { findUnwantedText } from '../../scripts/checks/unwanted-text.ts';

const root = import.meta.dirname;

// Put together here, so that this file itself does not hold what it looks for.
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

test('the environment is read by the configuration only', () => {
  const text = "const port = process.env['PORT'];\n";
  assert.deepEqual(findEnvironmentReads([{ path: 'src/core/a.ts', text }]), [
    'src/core/a.ts:1 reads the environment: take it from src/config.ts',
  ]);
  assert.equal(
    findEnvironmentReads([{ path: 'src/app.ts', text: "import { env } from 'node:process';\n" }]).length,
    1,
  );
  assert.deepEqual(findEnvironmentReads([{ path: 'src/config.ts', text }]), []);
  assert.deepEqual(findEnvironmentReads([{ path: 'src/config/read.ts', text }]), []);
});

test('a file of 250 lines passes, one more does not', () => {
  assert.deepEqual(findLargeFiles([{ path: 'a.ts', text: '\n'.repeat(250) }]), []);
  assert.equal(findLargeFiles([{ path: 'a.ts', text: '\n'.repeat(251) }]).length, 1);
});

test('a link to a document that is not there is found, web addresses and anchors are left alone', () => {
  const text = '[a](text.test.ts) [b](https://example.com/x) [c](#top) [d](gone.md#part)\n';
  assert.deepEqual(findBrokenLinks(root, [{ path: 'a.md', text }]), ['a.md links to gone.md, which is gone']);
});
