import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commands } from '#cli/commands/index.ts';
import { usageText } from '#cli/usage-text.ts';

describe('The usage text', () => {
  const shown = (...words: string[]) =>
    [...usageText(commands, words).matchAll(/^ {2}parley (\w+(?: [\w-]+)*)/gm)].map(([, command]) => command);

  for (const [asked, meant] of [
    ['user create acme', ['user create']],
    ['user', ['user create', 'user list', 'user disable', 'user enable']],
    ['user frobnicate', ['user create', 'user list', 'user disable', 'user enable']],
    ['agent documents put', ['agent documents put']],
    [
      'agent documents',
      ['agent documents put', 'agent documents get', 'agent documents list', 'agent documents delete'],
    ],
    ['serve now', ['serve']],
    ['doctor', ['doctor']],
  ] as const) {
    test(`for "${asked}" is about what is meant`, () => {
      assert.deepEqual(shown(...asked.split(' ')), meant);
    });
  }

  test('else is about every command, the service too', () => {
    for (const all of [shown(), shown('frobnicate'), shown('--help')]) {
      assert.equal(all.length, commands.length + 1);
    }
  });
});
