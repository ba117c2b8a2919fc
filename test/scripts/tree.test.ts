import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTreeProblems, parseTree, writeTree } from '../../scripts/checks/tree.ts';

const document = [
  '# Architecture',
  '```tree',
  'src/            everything that runs',
  '  main.ts       starts the service',
  '  core/         what is decided',
  '```',
  'After the tree.',
].join('\n');

const paths = ['src/main.ts', 'src/core/turn.ts'];

test('a tree that lists every folder and every file beside them with a note has no problem', () => {
  assert.deepEqual(findTreeProblems(document, paths), []);
});

test('a new folder and a new file beside the folders are missing, a file in a folder is not', () => {
  assert.deepEqual(findTreeProblems(document, [...paths, 'src/http/server.ts', 'src/app.ts']), [
    'src/app.ts is missing in the tree',
    'src/http/ is missing in the tree',
  ]);
});

test('a folder whose files were deleted is gone', () => {
  assert.deepEqual(findTreeProblems(document, ['src/main.ts']), ['src/core/ is gone']);
});

test('a line without a note is a problem', () => {
  const silent = document.replace('starts the service', '');
  assert.deepEqual(findTreeProblems(silent, paths), ['src/main.ts has no note in the tree']);
});

test('a document without a tree misses everything', () => {
  assert.equal(findTreeProblems('# Architecture', paths).length, 3);
});

test('writing keeps notes, drops what is gone and takes new notes from documentation comments', () => {
  const written = writeTree(document, [
    { path: 'src/main.ts', text: '/** Something newer. */' },
    {
      path: 'src/server.ts',
      text: "import 'node:http';\n\n/**\n * Listens on\n * one port. And more.\n */\n",
    },
    { path: 'src/http/route.ts', text: 'export const route = 1;\n' },
  ]);
  assert.deepEqual(
    [...parseTree(written)],
    [
      ['src/', 'everything that runs'],
      ['src/main.ts', 'starts the service'],
      ['src/server.ts', 'Listens on one port'],
      ['src/http/', ''],
    ],
  );
  assert.match(written, /After the tree\.$/);
});

test('of several comments the one on the export that the file is named after is the note', () => {
  const text = [
    '/** How long. */',
    'const limit = 1;',
    '/** A detail. */',
    'export interface Detail {}',
    '/** Reads everything (twice): slowly. */',
    'export async function readAll() {}',
    '',
  ].join('\n');
  const noteIn = (path: string) => parseTree(writeTree(document, [{ path, text }])).get(path);
  assert.equal(noteIn('src/read-all.ts'), 'Reads everything');
  assert.equal(noteIn('src/other.ts'), 'A detail');
});
