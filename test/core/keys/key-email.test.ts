import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '#contract/languages/languages.ts';
import { keyEmail } from '#core/keys/key-email.ts';
import type { KeyChange } from '#core/keys/manage-own-key.ts';
import type { Break } from '#test/break.ts';

const url = 'https://acme.example.com/account';
const to = { email: 'ada@example.com', language: null };
const until = new Date('2026-11-27T09:05:00Z');

const changes: readonly (readonly [name: string, change: KeyChange])[] = [
  ['replaced by its key', { client: named(until), what: 'replaced', email: null }],
  ['replaced by a person', { client: named(until), what: 'replaced', email: 'bob@example.com' }],
  ['replaced at once', { client: named(null), what: 'replaced', email: 'bob@example.com' }],
  ['ended', { client: named(null), what: 'ended', email: 'bob@example.com' }],
];

for (const language of languages) {
  test(`in ${language}, an email about a key says what happened, by whom, and what to do if nobody meant it`, () => {
    const texts = changes.map(([name, change]) => {
      const email = keyEmail({ ...to, language }, change, url);
      assert.deepEqual([email.to, email.language], [to.email, language]);
      assert.ok(email.text.endsWith(`\n\n${url}`), name);
      assert.ok(email.text.includes('acme'), name);
      assert.equal(email.text.includes('bob@example.com'), change.email !== null, name);
      assert.equal(email.text.includes(' UTC'), change.client.previousKeyUntil !== null, name);
      assert.doesNotMatch(email.text, /undefined|null|parley_sk/);
      return email.text;
    });
    assert.equal(new Set(texts).size, changes.length);
  });
}

test('an email about a key is English for a person whose language is not known', () => {
  const [[, change] = assert.fail('nothing changed')] = changes;
  const { text } = keyEmail(to, change, url);
  assert.match(text, /The previous key works until November 27, 2026 at 9:05 AM UTC\./);
});

function named(previousKeyUntil: Date | null) {
  return { id: 1, slug: 'acme', previousKeyUntil };
}

export const breaks: readonly Break[] = [
  {
    rule: 'An email about a key names the person who changed it',
    file: 'src/core/keys/key-email.ts',
    replace: 'if (email === null) return replacedByKey(slug);',
    by: 'if (email !== "") return replacedByKey(slug);',
  },
  {
    rule: 'An email about a key says how long the previous one works',
    file: 'src/core/keys/key-email.ts',
    replace: 'until === null ? noOther : previous(moment(used, until))',
    by: 'until !== undefined ? noOther : previous(moment(used, until))',
  },
];
