import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hidesFromPerson, questionWith, shownArguments } from '#core/tools/asked-question.ts';
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

describe('What a tool would be sent', () => {
  it('is more than a person sees where it has characters that nobody sees', () => {
    const hidden = [
      '\u200b',
      '\ufeff',
      '\u202e',
      '\u200f',
      '\u00ad',
      '\u0007',
      '\u3164',
      '\u{e0041}',
      '\ufe0f',
    ];
    for (const character of hidden) {
      for (const given of [
        { id: `7${character}` },
        { list: [{ id: `${character}7` }] },
        { [`id${character}`]: 7 },
      ]) {
        const isEscaped = character === '\u0007' && 'list' in given;
        assert.equal(hidesFromPerson(given), !isEscaped, JSON.stringify(given));
      }
    }
  });

  it('is what a person sees where these belong to emoji, to ideographs, or to words of scripts that have them', () => {
    const family = '\u{1f468}\u200d\u{1f469}\u{1f3fd}\u200d\u{1f467}';
    const seen = [
      ...[family, '\u2764\ufe0f', '\u{1f441}\ufe0f\u200d\u{1f5e8}\ufe0f', '1\ufe0f\u20e3'],
      ...['\u845b\u{e0100}', '\u1828\u180b', '\u0645\u06cc\u200c\u062e', '\u0915\u094d\u200d\u0937'],
      ...['\u0e01\u200b\u0e02', 'Two\r\n\tlines', 'e\u0301'],
    ];
    for (const note of seen) assert.equal(hidesFromPerson({ note }), false, JSON.stringify(note));
  });

  it('is more where these stand alone, or behind each other', () => {
    const hidden = [
      ...[
        'a\u200db',
        '\u{1f468}\u200d',
        '\u2764\ufe0f\ufe0f',
        '1\ufe0f',
        '\u06f7\u200c',
        '\u0645\u200c\u200c',
      ],
      ...['\u845b\u{e0100}\u{e0101}', '\u1828\u180b\u180b', 'a\u200bb', '\u0e01\u200b\u200b'],
    ];
    for (const note of hidden) assert.equal(hidesFromPerson({ note }), true, JSON.stringify(note));
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'What gives emoji and words their form hides nothing',
    file: 'src/core/tools/hidden-characters.ts',
    replace: ".replaceAll(forming, '')",
    by: '',
  },
  {
    rule: 'A line that ends hides nothing',
    file: 'src/core/tools/hidden-characters.ts',
    replace: ".replaceAll(breaks, ' ')",
    by: '',
  },
  {
    rule: 'A digit has no form that nobody sees',
    file: 'src/core/tools/hidden-characters.ts',
    replace: '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
    by: '(?<=[0-9#*])\\ufe0f',
  },
  {
    rule: 'A joiner behind a digit is hidden in every script',
    file: 'src/core/tools/hidden-characters.ts',
    replace: '[[\\p{L}\\p{M}]&&[',
    by: '[[\\p{L}\\p{M}\\p{N}]&&[',
  },
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
    file: 'src/core/tools/hidden-characters.ts',
    replace: '\\p{Default_Ignorable_Code_Point}',
    by: '\\u3164',
  },
];
