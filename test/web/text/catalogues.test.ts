import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Language, languages } from '#contract/languages/languages.ts';
import { chatText } from './read-catalogues.ts';

const catalogues = await chatText();
const english = catalogues.get('en') ?? new Map<string, string>();

/** Words that are the same in a language and in English, besides those without a letter. */
const same: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /themes\.system$/,
  fr: /menu$|label$|log$|region$|markdown\.image$|dimensions\./,
  pt: /menu$/,
  it: /menu$|menu\.account$/,
};
const everywhere = /deepDive$|deep_dive$|version$|contextValue$/;

/** The most characters for which a place has room, as English has them. */
const places: readonly (readonly [place: RegExp, most: number])[] = [
  [/^later\.(?:cancel|save|understood)$/, 14],
  [/^chat\.(?:menu|dismiss)$/, 14],
  [/^later\.menu\.themes\./, 10],
  [/^later\.menu\./, 28],
  [/^chat\.sidebar\.(?:newChat|more|pinned|archived)$/, 22],
  [/^chat\.sidebar\.search$/, 28],
  [/^later\.manage\.(?:rename|delete|pin|unpin|archive|unarchive)$/, 22],
  [/^chat\.conversation\.(?:jump|wait|interrupt|showAll|showLess|earlier)$/, 26],
  [/^chat\.actions\.(?:copy|deepDive|deepDiveLeft)$/, 16],
  [/^common\.dimensions\./, 14],
  [/^chat\.composer\.hint$/, 70],
  [/^later\.feedback\.send$/, 24],
];

for (const language of languages) {
  const words = catalogues.get(language) ?? new Map<string, string>();

  test(`${language}: every place has words, and nothing is left of a value`, () => {
    assert.deepEqual([...words.keys()].sort(), [...english.keys()].sort());
    for (const [place, text] of words) {
      assert.match(text, /\S/, place);
      assert.doesNotMatch(text, /\b(?:undefined|null|NaN)\b|\[object/, place);
      assert.equal(text, text.normalize('NFC'), place);
    }
  });

  test(`${language}: no words are longer than their place`, () => {
    for (const [place, text] of words) {
      const [, most = Number.POSITIVE_INFINITY] = places.find(([pattern]) => pattern.test(place)) ?? [];
      assert.ok(text.length <= most, `${place}: ${text.length} of ${most}: ${text}`);
    }
  });

  if (language !== 'en') {
    test(`${language}: no words were left in English`, () => {
      const left = [...words].filter(
        ([place, text]) =>
          text === english.get(place) &&
          /\p{L}/u.test(text) &&
          !everywhere.test(place) &&
          same[language]?.test(place) !== true,
      );
      assert.deepEqual(left, []);
    });
  }
}
