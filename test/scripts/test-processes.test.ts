import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { findTestFiles } from '../../scripts/testing/test-files.ts';
import { arrangeProcesses, longest } from '../../scripts/testing/test-processes.ts';

test('a run begins with the longest files and those of a browser in turn, and holds each of its files once', () => {
  assert.deepEqual(
    longest.filter((file) => !existsSync(file)),
    [],
  );
  const files = globSync('test/{browser,docs,flows}/**/*.test.ts').sort();
  const processes = arrangeProcesses(files);
  const begun = processes.slice(0, 2 * longest.length - 1);
  assert.deepEqual(
    begun.filter((process) => process.length === 1),
    longest.map((file) => [file]),
  );
  for (const [place, process] of begun.entries()) {
    const isOfBrowser = process.every((file) => file.startsWith('test/browser/'));
    assert.equal(isOfBrowser, place % 2 === 1, process.join());
  }
  assert.deepEqual(processes.flat().sort(), files);
});

test('a file with hooks outside of a suite has a process of its own', () => {
  const files = findTestFiles();
  const shared = arrangeProcesses(files).filter((process) => process.length > 1);
  assert.ok(shared.length > 10);
  assert.equal(shared.flat().includes('test/config.test.ts'), false);
});

test('files that share a service are in as few processes as hold them', () => {
  const files = findTestFiles(['browser']);
  for (const [taking, least] of [
    [/\bshare(?:Api|Hosted)\(\)/, 20],
    [/\bshare(?:Api|Hosted)\(2\)/, 8],
  ] as const) {
    const sharing = files.filter((file) => taking.test(readFileSync(file, 'utf8')));
    const processes = arrangeProcesses(files).filter((process) =>
      process.some((file) => sharing.includes(file)),
    );
    assert.ok(sharing.length > least);
    assert.equal(processes.length, Math.ceil(sharing.length / 8));
  }
});

test('the unit tests, which forbid sockets, share their process with no other file', () => {
  const files = ['scripts/test-unit.ts', ...globSync('test/core/**/*.test.ts')];
  assert.ok(arrangeProcesses(files).some((process) => process.join() === 'scripts/test-unit.ts'));
});

test('tests inside of dependencies are not run', () => {
  assert.deepEqual(
    findTestFiles(['flows']).filter(
      (file) => file.includes('node_modules') || file.startsWith('test/flows/'),
    ),
    [],
  );
});

export const breaks: readonly Break[] = [
  {
    rule: 'A run begins with the longest files and those of a browser in turn',
    file: 'scripts/testing/test-processes.ts',
    replace: '[...some.slice(place, place + 1), ...others.slice(place, place + 1)]',
    by: '[...others.slice(place, place + 1), ...some.slice(place, place + 1)]',
  },
  {
    rule: 'Files that share a service share a process',
    file: 'scripts/testing/test-processes.ts',
    replace: 'Map.groupBy(others, serviceOf)',
    by: "Map.groupBy(others, () => '')",
  },
];
