import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Language, languages } from '#contract/languages/languages.ts';
import type { Break } from '#test/break.ts';
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
  const chat = await import(`../../../locales/${language}/chat.ts`);
  const account = await import(`../../../locales/${language}/account/account.ts`);
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

export const breaks: readonly Break[] = [
  {
    rule: 'Arabic has a form of its own for two',
    file: 'locales/ar/chat.ts',
    replace: "two: 'أطول بحرفين',",
    by: '',
  },
  {
    rule: 'The form of a number is that of the language that is asked for',
    file: 'src/contract/languages/plural.ts',
    replace: 'Intl.PluralRules(language)',
    by: "Intl.PluralRules('en')",
  },
  {
    rule: 'English has one character too long, and two characters',
    file: 'locales/en/chat.ts',
    replace: 'over === 1',
    by: 'over < 1',
  },
  {
    rule: 'In French none is singular',
    file: 'locales/fr/later.ts',
    replace: "plural('fr', count,",
    by: "plural('es', count,",
  },
  {
    rule: 'What was found once is said in the singular',
    file: 'locales/it/later.ts',
    replace: "{ one: 'trovata', other: 'trovate' }",
    by: "{ other: 'trovate' }",
  },
  {
    rule: 'Counts of more than a thousand have the separators of the language',
    file: 'locales/de/later.ts',
    replace: 'formatNumber(count)} gefunden',
    by: 'count} gefunden',
  },
  {
    rule: 'A place in the queue has the separators of the language',
    file: 'locales/ja/later.ts',
    replace: 'formatNumber(position)} 番目',
    by: 'position} 番目',
  },
  {
    rule: "Numbers have the reader's own form of the page's language",
    file: 'src/web/shared/text/format.ts',
    replace: 'own ?? lang',
    by: 'lang',
  },
  {
    rule: "Numbers have the page's language where the browser has another",
    file: 'src/web/shared/text/format.ts',
    replace: 'tag === lang || ',
    by: 'tag.length > 0 || ',
  },
  {
    rule: 'Arabic pages write the digits that answers and readers write',
    file: 'src/web/shared/text/format.ts',
    replace: "numberingSystem: 'latn'",
    by: '',
  },
  {
    rule: 'A wait of one minute is said in the singular',
    file: 'locales/it/passwords.ts',
    replace: 'minutes === 1',
    by: 'minutes === 0',
  },
];
