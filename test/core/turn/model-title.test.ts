import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTitle, titleRequest } from '#core/turn/model-title.ts';
import type { Break } from '#test/break.ts';

describe('a title by a model', () => {
  for (const [said, title] of [
    ['Parcels to Norway', 'Parcels to Norway'],
    ['  "Parcels to Norway"\n', 'Parcels to Norway'],
    ['„Pakete nach Norwegen“', 'Pakete nach Norwegen'],
    ['「ノルウェーへの荷物」', 'ノルウェーへの荷物'],
    ['نقل الطرود إلى النرويج', 'نقل الطرود إلى النرويج'],
    ['Family 👩‍👩‍👧 travel', 'Family 👩‍👩‍👧 travel'],
    ['Is 1 + 1 = 2?', 'Is 1 + 1 = 2?'],
    ['x'.repeat(80), 'x'.repeat(80)],
  ] as const) {
    test(`is taken: ${JSON.stringify(said)}`, () => assert.equal(readTitle(said), title));
  }

  for (const said of [
    '',
    '  \n',
    '""',
    'x'.repeat(81),
    'Two\nlines',
    '**Parcels**',
    '# Parcels',
    '`rm -rf`',
    '[Parcels](https://example.com)',
    '<b>Parcels</b>',
    'Write to help@example.com',
    'Go to example.com now',
    'ftp://example',
    'Parcels\u202egnorw',
    'Par\u200bcels',
    'Par\u0007cels',
    'Parcels\u2028Norway',
    'Lone \ud800 half',
  ]) {
    test(`is dropped: ${JSON.stringify(said)}`, () => assert.equal(readTitle(said), null));
  }

  test('is asked for with 500 characters of each side, as data, and 20 tokens', () => {
    const { messages, instructions, maxTokens } = titleRequest('😀'.repeat(600), `"${'a'.repeat(600)}`);
    const [message, ...more] = messages;
    assert.ok(message?.role === 'user' && more.length === 0);
    assert.deepEqual(JSON.parse(message.content), {
      question: '😀'.repeat(500),
      answer: `"${'a'.repeat(499)}`,
    });
    assert.doesNotMatch(JSON.stringify(instructions), /😀|aaa/);
    assert.equal(maxTokens, 20);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A title by the model leads nowhere and has no markup',
    file: 'src/core/turn/model-title.ts',
    replace: 'markup.test(line) || address.test(line)',
    by: 'markup.test(line)',
  },
];
