import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '#test/machine/make-folder.ts';
import { findImportCycles } from '../../scripts/checks/cycles.ts';
import { findImports } from '../../scripts/checks/imports.ts';
import { readSourceFiles } from '../../scripts/checks/source-files.ts';

const map = { '#core/*': './src/core/*' };

/** The cycles of a tree that exists on disk only during the check. */
function cyclesOf(tree: Readonly<Record<string, string>>): readonly string[] {
  const root = makeFolder('parley-cycles-');
  try {
    for (const [path, text] of Object.entries(tree)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return findImportCycles(readSourceFiles(root, 'src', ['.ts']).flatMap((file) => findImports(file, map)));
  } finally {
    rmSync(root, { recursive: true });
  }
}

test('files that import in one direction have no cycle', () => {
  const cycles = cyclesOf({
    'src/core/a.ts': "import './b.ts';\nimport './c.ts';\n",
    'src/core/b.ts': "import './c.ts';\n",
    'src/core/c.ts': "import 'node:fs';\n",
  });
  assert.deepEqual(cycles, []);
});

test('a cycle is shown once', () => {
  const cycles = cyclesOf({
    'src/core/a.ts': "import './b.ts';\n",
    'src/core/b.ts': "import './c.ts';\n",
    'src/core/c.ts': "import './a.ts';\n",
  });
  assert.deepEqual(cycles, ['src/core/a.ts → src/core/b.ts → src/core/c.ts → src/core/a.ts']);
});

test('the shortest way round is the one that is shown', () => {
  const cycles = cyclesOf({
    'src/core/a.ts': "import './b.ts';\nimport './c.ts';\n",
    'src/core/b.ts': "import './c.ts';\n",
    'src/core/c.ts': "import './a.ts';\n",
  });
  assert.equal(cycles[0], 'src/core/a.ts → src/core/c.ts → src/core/a.ts');
});

test('a cycle through type-only imports and mapped names counts', () => {
  const cycles = cyclesOf({
    'src/core/a.ts': "import type { B } from './b.ts';\n",
    'src/http/c.ts': "import { a } from '#core/a.ts';\n",
    'src/core/b.ts': "export * from '../http/c.ts';\n",
  });
  assert.deepEqual(cycles, ['src/core/a.ts → src/core/b.ts → src/http/c.ts → src/core/a.ts']);
});

test('a file that imports itself is a cycle', () => {
  assert.deepEqual(cyclesOf({ 'src/core/a.ts': "import './a.ts';\n" }), ['src/core/a.ts → src/core/a.ts']);
});
