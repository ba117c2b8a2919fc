import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Language, languages } from '#contract/languages/languages.ts';
import { formatNumber } from '../../../src/web/shared/text/format.ts';
import { countedWords, counts } from './counted-words.ts';

for (const language of languages) {
  test(`${language}: words with a number have the form and the separators of the language`, async () => {
    showIn(language);
    const catalogues = await readCatalogues(language);
    for (const [place, wanted] of Object.entries(countedWords[language])) {
      const words = at(catalogues, place);
      assert.equal(counts.map((count) => words(count, count)).join(' | '), wanted, place);
    }
  });
}

test('every language says the same of numbers', () => {
  const english = Object.keys(countedWords.en);
  for (const language of languages) assert.deepEqual(Object.keys(countedWords[language]), english, language);
});

const readers: readonly (readonly [language: Language, browser: string, number: string])[] = [
  ['en', 'en-GB', '1,234,567'],
  ['en', 'en-IN', '12,34,567'],
  ['de', 'de-DE', '1.234.567'],
  ['es', 'es-MX', '1,234,567'],
  ['pt', 'pt-BR', '1.234.567'],
  ['ar', 'ar-EG', '1,234,567'],
  ['de', 'fr-FR', '1.234.567'],
];
for (const [language, browser, number] of readers) {
  test(`a page in ${language} in a browser of ${browser} writes ${number}`, () => {
    showIn(language, [browser]);
    assert.equal(formatNumber(1_234_567), number);
  });
}

/** The page's language and those of the browser, from which the formats of numbers come. */
function showIn(language: Language, browser: readonly string[] = []): void {
  Object.assign(globalThis, { document: { documentElement: { lang: language } } });
  Object.defineProperty(globalThis, 'navigator', { value: { languages: browser }, configurable: true });
}

async function readCatalogues(language: Language): Promise<readonly object[]> {
  const chat = await import(`../../../src/web/shared/text/${language}/chat.ts`);
  const account = await import(`../../../src/web/account/text/${language}/account.ts`);
  return [{ chat: chat.chat, ...(await chat.readLater()) }, await account.readLater()];
}

/** The words of a place in the first catalogue that has it. */
function at(catalogues: readonly object[], place: string): (...given: unknown[]) => unknown {
  for (const catalogue of catalogues) {
    let member: unknown = catalogue;
    for (const name of place.split('.')) {
      member = typeof member === 'object' && member !== null ? Reflect.get(member, name) : undefined;
    }
    if (typeof member === 'function') return (...given) => Reflect.apply(Object(member), null, given);
  }
  throw new Error(`${place} has no words`);
}
