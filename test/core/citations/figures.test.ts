import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { figuresIn } from '#core/citations/figures.ts';
import type { Break } from '#test/break.ts';

const needed = (text: string) => figuresIn(text).map(({ needs }) => needs);
const given = (text: string) => new Set(figuresIn(text).flatMap(({ gives }) => gives));

/** Texts that say the same numbers. */
const equal: readonly (readonly [string, string])[] = [
  ['1,000 users', '1.000 Nutzer'],
  ['1 000 000', '1,000,000'],
  ['1’000', '1000'],
  ['1\u202f000,50 €', '1,000.5 €'],
  ['10.50', '10,5'],
  ['007', '7'],
  ['٢٥ يورو', '25 euros'],
  ['１２月', '12'],
  ['3 March 2026', 'March 3, 2026'],
  ['3. März 2026', '3 March 2026'],
  ['2026-03-04', '4 March 2026'],
  ['2026-03-04', '04.03.2026'],
  ['4 de marzo de 2026', '2026-03-04'],
  ['1er mai 2026', '1 May 2026'],
];

const different: readonly (readonly [string, string])[] = [
  ['1,001', '1,000'],
  ['0.125', '125'],
  ['10.05', '10.5'],
  ['10.5', '105'],
  ['2.3.2', '2.3.1'],
  ['4 April 2026', '4 March 2026'],
  ['2026-04-03', '4 March 2026'],
  ['4 April 2026', '2026-03-04'],
  ['12', '120'],
];

describe('The numbers of a text', () => {
  for (const [one, other] of equal) {
    it(`are the same in ${one} and ${other}`, () => {
      assert.ok(needed(one).length > 0);
      const said = given(other);
      assert.deepEqual(
        needed(one).filter((each) => !said.has(each)),
        [],
      );
    });
  }

  for (const [one, other] of different) {
    it(`differ in ${one} and ${other}`, () => {
      const said = given(other);
      assert.ok(needed(one).some((each) => !said.has(each)));
    });
  }

  it('are found with their places', () => {
    const text = 'From 10 to 2,500.';
    assert.deepEqual(
      figuresIn(text).map(({ from, to }) => text.slice(from, to)),
      ['10', '2,500'],
    );
  });

  it('have a month beside them only: a name alone may be a word', () => {
    assert.deepEqual(needed('You may march on. It costs 5.'), ['5']);
  });

  it('are read in one pass, however hostile the text is', () => {
    for (const hostile of ['1', '1,', '1 ', '1-', '1.000', '٣', '1 may ']) {
      assert.ok(figuresIn(hostile.repeat(100_000)).length > 0);
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Signs between groups of digits say nothing',
    file: 'src/core/citations/figures.ts',
    replace: "if (isGrouped && hasOneSign) return bare(whole + rest.join(''));",
    by: '',
  },
  {
    rule: 'The month of a date is not its day',
    file: 'src/core/citations/figures.ts',
    replace: 'return `month ${digits}`;',
    by: 'return digits;',
  },
  {
    rule: 'A number is the same in the digits of any script',
    file: 'src/core/citations/figures.ts',
    replace: 'text.replace(otherDigit, asDigit)',
    by: 'text',
  },
];
