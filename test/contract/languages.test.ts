import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedLanguages, matchLanguage } from '#contract/languages/match-language.ts';

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
