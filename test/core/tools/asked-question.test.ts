import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { questionWith, shownArguments } from '#core/tools/asked-question.ts';
import type { Break } from '#test/break.ts';

describe('What a person is asked', () => {
  it('names the arguments in the words of the approval', () => {
    const given = { order_id: '7', count: 2, urgent: true };
    assert.equal(questionWith('Cancel {count} of order {order_id}?', given), 'Cancel 2 of order 7?');
    assert.deepEqual(shownArguments(given), [
      { name: 'order_id', value: '7' },
      { name: 'count', value: '2' },
      { name: 'urgent', value: 'true' },
    ]);
  });

  it('has every argument on one line, without what steers or hides text', () => {
    const hidden = [
      '\u202e',
      '\u2066',
      '\u200b',
      '\ufeff',
      '\u{e0041}',
      '\u0007',
      '\u00ad',
      '\u2800',
      '\u3164',
      '\u034f',
      '\ufe0f',
      '\u{e0100}',
    ];
    const given = { note: `a\n\tb${hidden.join('')}c`, list: ['x', { y: '1\n2' }] };
    assert.deepEqual(shownArguments(given), [
      { name: 'note', value: 'a bc' },
      { name: 'list', value: '["x",{"y":"1\\n2"}]' },
    ]);
    assert.equal(questionWith('Send {note}?', given), 'Send a bc?');
  });

  it('never has more than one line, whatever a model asks for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.jsonValue(), (text, value) => {
        for (const { value: shown } of shownArguments({ text, value }) ?? []) {
          assert.doesNotMatch(shown, /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
          assert.ok(shown.isWellFormed() && [...shown].length <= 200);
        }
      }),
    );
  });

  it('is nothing where an argument is longer than a line', () => {
    assert.notEqual(shownArguments({ note: 'x'.repeat(200) }), null);
    assert.notEqual(shownArguments({ note: '\u{1f600}'.repeat(200) }), null);
    assert.equal(shownArguments({ note: 'x'.repeat(201) }), null);
    assert.equal(shownArguments({ ['x'.repeat(201)]: '' }), null);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'What steers or hides text is not shown to who decides',
    file: 'src/core/tools/asked-question.ts',
    replace: ".replaceAll(unseen, '')",
    by: '',
  },
  {
    rule: 'An argument is one line',
    file: 'src/core/tools/asked-question.ts',
    replace: ".replaceAll(breaks, ' ')",
    by: '',
  },
  {
    rule: 'A person is asked about nothing that is longer than a line',
    file: 'src/core/tools/asked-question.ts',
    replace: 'isShort(name) && isShort(value)',
    by: 'isShort(name)',
  },
  {
    rule: 'The length of an argument is counted in characters',
    file: 'src/core/tools/asked-question.ts',
    replace: '[...text].length <= mostCharacters',
    by: 'text.length <= mostCharacters',
  },
  {
    rule: 'Selectors of variants hide nothing from who decides',
    file: 'src/core/tools/asked-question.ts',
    replace: '\\p{Default_Ignorable_Code_Point}',
    by: '\\u3164',
  },
];
