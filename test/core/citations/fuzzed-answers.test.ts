import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Break } from '#test/break.ts';
import { judgeFuzzedAnswers } from '#test/citations/fuzzed-answers.ts';

it('Whatever a model writes, it cites what was offered, by what stands there, and no wrong number', () => {
  assert.doesNotThrow(() => judgeFuzzedAnswers(300, 4711));
});

export const breaks: readonly Break[] = [
  {
    rule: 'A quote is a part of its source as it is',
    file: 'src/core/citations/choose-quote.ts',
    replace: 'return text.slice(start, end).trim();',
    by: "return text.slice(start, end).replaceAll('  ', ' ').replaceAll('\\n', ' ').trim();",
  },
  {
    rule: 'A quote has 300 characters at most',
    file: 'src/core/citations/choose-quote.ts',
    replace: 'sentenceEnd(text, to, room - (from - start))',
    by: 'sentenceEnd(text, to, room)',
  },
];
