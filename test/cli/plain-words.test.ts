import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { useCommandLine } from './command-line.ts';

describe('What the command line says', () => {
  const { parley } = useCommandLine(createTestDatabase);

  test('of a refused value names the option or the argument, and no place in a body', async () => {
    await parley('client create acme');
    for (const [words, said] of [
      ['client create x', /^parley: <slug> must /m],
      ['client update acme --origins http://a.example', /^parley: --origins must /m],
      ['client update acme --agent nobody', /^parley: --agent does not name an existing agent$/m],
      ['client update acme --model nobody/model', /^parley: --model /m],
      ['client update acme --providers nobody', /^parley: --providers /m],
      ['user create acme ann', /^parley: <email> must be an email address$/m],
    ] as const) {
      const { code, stderr } = await parley(words);
      assert.equal(code, 1, words);
      assert.match(stderr, said);
      assert.doesNotMatch(stderr, /[ :]\/\w/);
      // What programs read keeps the places.
      assert.match(String((await parley(`${words} --json`)).json().errors?.[0]?.pointer), /^\//);
    }
  });

  test('of a number below zero is that it is one, and not that it is an option', async () => {
    for (const words of ['client create low --daily-limit -5', 'client retention acme -5']) {
      const { code, stderr } = await parley(words);
      assert.equal(code, 2);
      assert.match(stderr, /^parley: (--daily-limit|<days>) must be none or a whole number from \d to \d+$/m);
    }
  });

  test('of an unknown command is which one was probably meant', async () => {
    for (const [words, meant] of [
      ['clients', 'client list'],
      ['clients list', 'client list'],
      ['list clients', 'client list'],
      ['client ls', 'client list'],
      ['client udpate acme', 'client update'],
      ['user add acme a@example.com', 'user create'],
      ['agent remove a', 'agent delete'],
      ['doctr', 'doctor'],
    ] as const) {
      const { code, stderr } = await parley(words);
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(`: did you mean ${meant}\\?$`, 'm'), words);
    }
    assert.doesNotMatch((await parley('frobnicate')).stderr, /did you mean/);
  });

  test('of a change that changes nothing is that it changed nothing', async () => {
    await parley('client create same --name Same');
    await parley('user create same ann@example.com');
    for (const [change, again] of [
      ['client update same --name Other', 'client update same --name Other'],
      ['client update same --deep-dive on', 'client update same'],
      ['client revoke same', 'client revoke same'],
      ['client enable same', 'client enable same'],
      ['client retention same 9', 'client retention same 9'],
      ['client bind-agent same operator-support', 'client bind-agent same operator-support'],
      ['client unbind-agent same operator-support', 'client unbind-agent same operator-support'],
      ['user disable same ann@example.com', 'user disable same ANN@example.com'],
      ['user enable same ann@example.com', 'user enable same ann@example.com'],
      ['agent update assistant --name Helper', 'agent update assistant --name Helper'],
    ] as const) {
      assert.doesNotMatch((await parley(change)).stderr, /nothing was changed/, change);
      assert.match((await parley(again)).stderr, /^parley: nothing was changed: /m, again);
    }
    assert.match(String((await parley('client update same --json')).json().notices), /nothing was changed/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'a refusal at a shell names the option',
    file: 'src/cli/run.ts',
    replace: 'throw inCommand(command, error);',
    by: 'throw error;',
  },
  {
    rule: 'an option that has another name than its field is named',
    file: 'src/cli/field-names.ts',
    replace: '[optionNames[name] ?? name, name]',
    by: '[name]',
  },
  {
    rule: 'a number below zero is a value',
    file: 'src/cli/parse-arguments.ts',
    replace: 'const value = /^-(?=',
    by: 'const value = /^never-(?=',
  },
  {
    rule: 'an unknown command is answered with the one that was meant',
    file: 'src/cli/run.ts',
    replace: 'return inOrder(first, second) ?? inOrder(second, first);',
    by: 'return inOrder(first, second);',
  },
  {
    rule: 'a command that changes nothing says so',
    file: 'src/cli/unchanged.ts',
    replace: '!isDeepStrictEqual(settled(before), settled(after))',
    by: '!isDeepStrictEqual(before, after)',
  },
];
