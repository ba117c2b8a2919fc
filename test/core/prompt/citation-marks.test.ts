import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { withoutCitationMarks } from '#core/prompt/citation-marks.ts';
import type { Break } from '#test/break.ts';

/** What becomes of an answer. */
const changed: Readonly<Record<string, string>> = {
  'It costs 10 [1].': 'It costs 10.',
  'It costs 10.[1] Students pay half. [2]': 'It costs 10. Students pay half.',
  'It costs 10 [1][2] [3], and more.': 'It costs 10, and more.',
  'It costs 10 [1], [12]; [345].': 'It costs 10.',
  '- It costs 10 [1]\n- **Half** [2]\n> “Quoted” [3]': '- It costs 10\n- **Half**\n> “Quoted”',
  '| Plan | Price [1] |': '| Plan | Price |',
  'Run `npm start` [1], then wait.': 'Run `npm start`, then wait.',
  'Grüße 👋 [1]\r\nNext': 'Grüße 👋\r\nNext',
  '价格是10。[1]': '价格是10。',
  'It costs 10 [1]and more.': 'It costs 10 and more.',
  'A line [1]  \nA second [2]': 'A line  \nA second',
  '```js\nconst a = b[0];\n```\nThat is all [1].': '```js\nconst a = b[0];\n```\nThat is all.',
  'One ` backtick, no code [1].': 'One ` backtick, no code.',
  'An escaped \\`tick [1]\\`.': 'An escaped \\`tick\\`.',
  '1. First\n\n    It costs 10 [1].': '1. First\n\n    It costs 10.',
};

const kept: readonly string[] = [
  // An index, also behind a mark of its own.
  ...['Read prices[0].', 'Read prices[0][1].', 'Read größen[1] and x_[2].', 'x²[1]'],
  // Values, also in others.
  ...['An array: a = [1].', 'f([1])', 'It is [[1], [2]].', 'The set {[1]}', 'A pair [1, 2] and [1-2].'],
  // Links, images, footnotes, escapes.
  ...['See [1](https://example.com).', 'See ![1](a.png).', 'A [text][1] by reference.', 'A note[^1]'],
  ...['It is \\[1] here.', 'Too large [1000].', 'Empty [] and [a].'],
  // What begins a line names something.
  ...['[1] Basic\n[2] Pro', '- [1] Basic\n1. [2] Pro', '> [1]: https://example.com', '**[1]** Basic', '[1]'],
  // Code, in every form.
  ...['Call `a [1]`.', 'Call ``a ` [1]``.', 'A span `that\ngoes on [1]` here.', 'So:\n```\na [1]\n```\n'],
  ...[
    'So:\n~~~~\n~~~\na [1]\n~~~~',
    'So:\n```\nnever closed [1]\n\nand more [2]',
    '- So:\n  ```\n  a [1]\n  ```',
  ],
  ...['So:\n\n    a [1]\n\n    b [2]\n', 'So:\n\n\ta [1]', '```a [1]```'],
];

describe('An answer in the history', () => {
  for (const [answer, expected] of Object.entries(changed)) {
    it(`loses its marks: ${JSON.stringify(answer)}`, () => {
      assert.equal(withoutCitationMarks(answer), expected);
    });
  }

  for (const answer of kept) {
    it(`keeps what is no mark of a citation: ${JSON.stringify(answer)}`, () => {
      assert.equal(withoutCitationMarks(answer), answer);
    });
  }

  it('loses nothing but marks, and the space and commas before them', () => {
    const pieces = fc.constantFrom(
      ...[
        '[1]',
        '[23]',
        ' ',
        '\n',
        '\n\n',
        '`',
        '``',
        '```',
        '~~~',
        '    ',
        '- ',
        'a',
        'é',
        '1',
        '(',
        '=',
        ', ',
      ],
      ...['](', '[', ']', '\\', '👋', '> '],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (texts) => {
        const answer = texts.join('');
        const result = withoutCitationMarks(answer);
        const bare = (text: string) => text.replaceAll(/\[\d{1,3}\]|[ \t,;]/g, '');
        assert.equal(bare(result), bare(answer));
        assert.ok(result.length <= answer.length);
      }),
    );
  });

  it('is read in one pass, however hostile it is', () => {
    const many = 200_000;
    for (const hostile of [' [1]', '`'.repeat(3), '` ``', ' ', '[1', '- ', '[1](', '\\`', '\n    [1]']) {
      const answer = `a${hostile.repeat(many)}`;
      assert.ok(withoutCitationMarks(`${answer} b [1]`).length <= answer.length + 6);
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Code of an answer keeps what looks like a mark',
    file: 'src/contract/citations/citation-marks.ts',
    replace: 'if (isCode(index)) continue;',
    by: 'isCode(index);',
  },
  {
    rule: 'An index is no mark of a citation',
    file: 'src/contract/citations/citation-marks.ts',
    replace: 'if (noMarkBehind.test(',
    by: 'if (/\\\\$/.test(',
  },
  {
    rule: 'A list of values is no mark of a citation',
    file: 'src/contract/citations/citation-marks.ts',
    replace: '!beginsValues.test(before.trimEnd()) && ',
    by: '',
  },
  {
    rule: 'A link is no mark of a citation',
    file: 'src/contract/citations/citation-marks.ts',
    replace: 'return noMarkBefore.test(behind) && !isMark.test(behind);',
    by: 'return behind.length > 5;',
  },
  {
    rule: 'What begins a line is no mark of a citation',
    file: 'src/contract/citations/citation-marks.ts',
    replace: 'hasText && isCitationAt(',
    by: 'isCitationAt(',
  },
  {
    rule: 'Marks that follow each other go together',
    file: 'src/contract/citations/citation-marks.ts',
    replace: 'last.isCitation && betweenMarks.test(before)',
    by: 'false',
  },
  {
    rule: 'A mark between two words leaves the space',
    file: 'src/contract/citations/citation-marks.ts',
    replace: '  if (wordBeginning.test(answer.slice(end, end + 2))) return index;\n',
    by: '',
  },
  {
    rule: 'A block of code ends at its own fence only',
    file: 'src/contract/citations/code-ranges.ts',
    replace: 'signs.startsWith(sign) && signs.length >= length',
    by: 'signs.startsWith(sign)',
  },
  {
    rule: 'Indented lines are code, except in a list',
    file: 'src/contract/citations/code-ranges.ts',
    replace: '!this.#isInList && ',
    by: '',
  },
  {
    rule: 'Indented lines are code',
    file: 'src/contract/citations/code-ranges.ts',
    replace: '(this.#isAfterBlank || this.#isIndentedCode)',
    by: 'false',
  },
  {
    rule: 'A span of code ends at as many backticks as it begins with',
    file: 'src/contract/citations/code-ranges.ts',
    replace: 'next[index] = seen.get(length);',
    by: 'next[index] = index + 1;',
  },
  {
    rule: 'An escaped backtick begins no code',
    file: 'src/contract/citations/code-ranges.ts',
    replace: "    if (markdown.charAt(run.at - 1) === '\\\\') continue;\n",
    by: '',
  },
];
