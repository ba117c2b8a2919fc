import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedLanguages, matchLanguage } from '#contract/languages/match-language.ts';
import type { Break } from '#test/break.ts';

const headers: readonly (readonly [header: string | undefined, language: string | null])[] = [
  [undefined, null],
  ['', null],
  ['*', null],
  ['de', 'de'],
  ['de-AT', 'de'],
  ['de_DE.UTF-8', 'de'],
  ['de@euro', 'de'],
  ['DE-at', 'de'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['zh-TW', 'zh'],
  ['zh-Hant-HK,en;q=0.5', 'zh'],
  ['nl,en;q=0.3,fr;q=0.7', 'fr'],
  ['en;q=0.1, ar;q=1', 'ar'],
  ['fr;q=0, it', 'it'],
  ['fr;q=0.0', null],
  ['ja;q=1.000,en;q=1', 'ja'],
  // A weight that is none counts as not wanted.
  ['de;q=high,es;q=0.1', 'es'],
  ['de;q=2,es;q=0.1', 'es'],
  ['den,enx', null],
  [`${'nl,'.repeat(10_000)}de`, null],
];

for (const [header, language] of headers) {
  test(`Accept-Language ${JSON.stringify(header?.slice(0, 40))} is met by ${language}`, () => {
    assert.equal(matchLanguage(acceptedLanguages(header)), language);
  });
}

test('a choice comes before what the browser asks for, and one that is none does not count', () => {
  assert.equal(matchLanguage([null, 'it', 'de']), 'it');
  assert.equal(matchLanguage(['xx', 'constructor', 'de']), 'de');
});

export const breaks: readonly Break[] = [
  {
    rule: 'A language is known in the form of a system, too',
    file: 'src/contract/languages/match-language.ts',
    replace: '[-_.@]',
    by: '[-_.]',
  },
  {
    rule: 'A language that the browser does not want is not chosen',
    file: 'src/contract/languages/match-language.ts',
    replace: "tag !== '' && weight > 0",
    by: "tag !== ''",
  },
  {
    rule: 'The most wanted language comes first',
    file: 'src/contract/languages/match-language.ts',
    replace: `    .sort((one, other) => other.weight - one.weight)
`,
    by: '',
  },
];
