import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findVagueWording } from '../../scripts/checks/wording.ts';

// Assembled here, because the check judges this file, too.
const vague = `who${'ever'}`;
const linesOf = (path: string, text: string) =>
  findVagueWording([{ path, text }]).map((problem) => Number(/:(\d+) /.exec(problem)?.[1]));

test('a comment that begins with a preposition or a question is found, a later line of one is not', () => {
  assert.deepEqual(linesOf('src/a.ts', '/** Of a client. */\n/**\n * Who asks\n * Of this.\n */\n'), [1, 3]);
  assert.deepEqual(linesOf('database/a.sql', '-- Whose turn it is.\nselect 1;\n'), [1]);
  assert.deepEqual(linesOf('src/a.ts', '/** Offers a seat. */\n// Whole rows.\n'), []);
});

test('vague words are found in comments and documents, and not in code', () => {
  assert.deepEqual(linesOf('src/a.ts', `const ${vague} = 1;\n// For ${vague} reads.\n`), [2]);
  assert.deepEqual(linesOf('docs/a.md', `For ${vague} reads.\nAs the user \`${vague}\`.\n`), [1]);
});

test('text that is never rewritten may keep its words', () => {
  assert.deepEqual(linesOf('docs/decisions/0004-a.md', `${vague}\n`), []);
  assert.deepEqual(linesOf('database/migrations/0002-a.sql', `-- ${vague}\n`), []);
  assert.deepEqual(linesOf('docs/decisions/0016-a.md', `${vague}\n`), [1]);
});
