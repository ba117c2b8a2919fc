import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Language, languages } from '#contract/languages/languages.ts';
import type { Break } from '#test/break.ts';
import { accountText, chatText, type Words } from './read-catalogues.ts';

type Same = Readonly<Partial<Record<Language, RegExp>>>;
type Places = readonly (readonly [place: RegExp, most: number])[];

/** Words that are the same in a language and in English, besides those without a letter. */
const sameInChat: Same = {
  de: /themes\.system$/,
  fr: /menu$|label$|log$|region$|markdown\.image$|markdown\.sources$|dimensions\./,
  pt: /menu$/,
  it: /menu$|menu\.account$/,
};
const everywhere = /milliseconds$|members\.sha256$|deepDive$|deep_dive(?:_enabled)?$|version$|contextValue$/;

/** The most characters for which a place has room, as English has them. */
const placesOfChat: Places = [
  [/^later\.(?:cancel|save|understood)$/, 14],
  [/^chat\.(?:menu|dismiss)$/, 14],
  [/^later\.menu\.themes\./, 10],
  [/^later\.menu\./, 36],
  [/^chat\.sidebar\.(?:newChat|more|pinned|archived)$/, 22],
  [/^chat\.sidebar\.search$/, 28],
  [/^later\.manage\.(?:more|rename|delete|pin|unpin|archive|unarchive)$/, 22],
  [/^chat\.conversation\.(?:jump|wait|interrupt|showAll|showLess|earlier)$/, 26],
  [/^chat\.actions\.(?:copy|deepDive|deepDiveLeft)$/, 16],
  [/^common\.dimensions\./, 14],
  [/^chat\.composer\.hint$/, 80],
  [/^later\.feedback\.send$/, 24],
];

/** Names of products, and what the languages took over from English or English from them. */
const sameInAccount: Same = {
  de: /themes\.system$|webhooks$|origins$|\.admin$|subscription\.status$|logo$|standard$|embedding\.snippet$|By\.link$|members\.name$/,
  fr: /menu$|webhooks$|logo$|assistant$|guidance\.agent$|knowledge\.(?:agent|documents|question|passages)$|security\.sessions$|members\.(?:bound_agents|types|description)$/,
  es: /webhooks$|audit\.no$|members\.bytes$/,
  pt: /menu$|webhooks$|By\.link$|members\.bytes$/,
  it: /menu$|logo$|audit\.no$|By\.link$/,
};

const placesOfAccount: Places = [
  [/^account\.(?:cancel|save|refresh|menu)$/, 14],
  [/^account\.(?:backToChat|csv|more|signOut)$/, 20],
  [/^account\.themes\./, 10],
  [/^account\.sectionNames\./, 18],
  [/^account\.usage\.(?:chart|table)$/, 10],
  [/^account\.usage\.(?:todayColumn|monthColumn|user)$/, 14],
  [/^later\.users\.(?:invite|disable|enable|you|disabled|admin)$/, 16],
  [/^later\.users\.(?:makeAdmin|removeAdmin|resetPassword)$/, 32],
  [/^account\.people\.(?:block|unblock|export|erase|confirmErase)$/, 20],
  [/^account\.subscription\.statuses\./, 20],
  [/^later\.brand\.(?:radii|fonts|densities)\./, 20],
  [
    /^later\.(?:brand|embedding|webhooks|security)\.(?:removeStarter|run|fine|missing|untried|end|current|remove)$/,
    16,
  ],
  [/^later\.webhooks\.(?:test|enable|disable|rotate|showDeliveries|hideDeliveries|retry)$/, 26],
];

check('chat', await chatText(), sameInChat, placesOfChat);
check('account', await accountText(), sameInAccount, placesOfAccount);

function check(page: string, catalogues: ReadonlyMap<Language, Words>, same: Same, places: Places): void {
  const english = catalogues.get('en') ?? new Map<string, string>();
  for (const language of languages) {
    const words = catalogues.get(language) ?? new Map<string, string>();

    test(`${page}, ${language}: every place has words, and nothing is left of a value`, () => {
      assert.deepEqual([...words.keys()].sort(), [...english.keys()].sort());
      for (const [place, text] of words) {
        assert.match(text, /\S/, place);
        assert.doesNotMatch(text, /\b(?:undefined|null|NaN)\b|\[object/, place);
        assert.equal(text, text.normalize('NFC'), place);
      }
    });

    test(`${page}, ${language}: no words are longer than their place`, () => {
      for (const [place, text] of words) {
        const [, most = Number.POSITIVE_INFINITY] = places.find(([pattern]) => pattern.test(place)) ?? [];
        assert.ok(text.length <= most, `${place}: ${text.length} of ${most}: ${text}`);
      }
    });

    if (language !== 'en') {
      test(`${page}, ${language}: no words were left in English`, () => {
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
}

export const breaks: readonly Break[] = [
  {
    rule: 'No words of a page are left in English',
    file: 'locales/de/chat.ts',
    replace: "search: 'Unterhaltungen durchsuchen',",
    by: "search: 'Search conversations',",
  },
  {
    rule: 'No words of a page are longer than their place',
    file: 'locales/de/chat.ts',
    replace: "newChat: 'Neuer Chat',",
    by: "newChat: 'Eine neue Unterhaltung beginnen',",
  },
];
