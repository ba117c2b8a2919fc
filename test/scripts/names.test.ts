import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLostNames } from '../../scripts/checks/names.ts';

// Assembled here, because the check judges this file, too.
const gone = `left${'Behind'}`;
const goneFile = `left-${'behind'}.ts`;
const code = { path: 'src/a.ts', text: 'export function keptName(kept_row: string): void {}\n' };
const findIn = (path: string, text: string) => findLostNames([code, { path, text }]);

test('a name in a comment that no code has is found with its line', () => {
  assert.deepEqual(findIn('src/b.ts', `/** One line. */\n/**\n * Calls keptName and ${gone}. */\n`), [
    `src/b.ts:3 names ${gone}, which is nowhere in the code`,
  ]);
  assert.equal(findIn('src/b.ts', `const a = 1; // as ${gone} does\n`).length, 1);
  assert.equal(findIn('database/b.sql', `select 1 -- see ${goneFile}\n`).length, 1);
});

test('a name that stands in comments only does not count as code', () => {
  assert.equal(findIn('src/b.ts', `// ${gone}\n// ${gone} again\n`).length, 2);
});

test('names of code and of files, English words and other programs are no finding', () => {
  assert.deepEqual(
    findIn('src/b.ts', '// keptName takes a kept_row, as a.ts and GitHub do. (E.g. in Node.)\n'),
    [],
  );
  assert.deepEqual(findIn('src/b.ts', '// biome-ignore lint/style/noSuchRule: the reason\n'), []);
});

test('a document is judged by its code spans, a record of a decision is not', () => {
  assert.equal(findIn('docs/b.md', `The name ${gone} and the call \`${gone}()\`.\n`).length, 1);
  for (const path of ['docs/decisions/0001-b.md', 'docs/from-elsewhere.md'])
    assert.deepEqual(findIn(path, `\`${gone}\`\n`), []);
});
