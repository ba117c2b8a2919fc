import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ParleyError } from '#core/errors.ts';
import { checkDocumentId, checkDocumentSettings, titleFrom } from '#core/knowledge/check-document.ts';
import { hashOfSent } from '#core/knowledge/document.ts';
import type { Break } from '#test/break.ts';

/** Where the check finds something wrong; null where it does not. */
function wrongAt(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof ParleyError) return error.fields.map(({ pointer }) => pointer).join();
    throw error;
  }
}

describe('The id of a document', () => {
  test('is what a path can hold unchanged', () => {
    for (const id of ['a', 'Returns_2026-11.v1~b', 'x'.repeat(128), '...'])
      assert.equal(
        wrongAt(() => checkDocumentId(id)),
        null,
        id,
      );
    for (const id of ['', '.', '..', 'a b', 'a/b', 'ä', 'a%20', 'x'.repeat(129), 'a\n'])
      assert.equal(
        wrongAt(() => checkDocumentId(id)),
        '/document',
        id,
      );
  });
});

describe('The settings of a document', () => {
  test('are taken as they are', () => {
    const sent = { title: ' Returns ', url: 'https://help.example.com/a?b#c', language: 'de-AT' };
    assert.deepEqual(checkDocumentSettings({ ...sent, requires: '{"plan":["pro",1,true]}' }), {
      title: 'Returns',
      url: sent.url,
      language: 'german',
      requires: { plan: ['pro', 1, true] },
    });
    const none = { title: null, url: null, language: null, requires: null };
    assert.deepEqual(checkDocumentSettings({}), none);
    assert.deepEqual(checkDocumentSettings({ requires: '{}' }), none);
  });

  for (const [name, settings, pointer] of [
    ['an empty title', { title: ' ' }, '?title'],
    ['a title on two lines', { title: 'a\nb' }, '?title'],
    ['a long title', { title: 'x'.repeat(301) }, '?title'],
    ['a script as an address', { url: 'javascript:alert(1)' }, '?url'],
    ['an address with a password', { url: 'https://a:b@example.com/' }, '?url'],
    ['an address with a space', { url: 'https://example.com/a b' }, '?url'],
    ['a long address', { url: `https://example.com/${'x'.repeat(2_000)}` }, '?url'],
    ['an unknown language', { language: 'klingon' }, '?language'],
    ['requirements that are no JSON', { requires: '{plan' }, '?requires'],
    ['requirements that are a list', { requires: '[]' }, '?requires'],
    ['a name twice', { requires: '{"plan":["pro"],"plan":["free"]}' }, '?requires'],
    ['six names', { requires: '{"a":[1],"b":[1],"c":[1],"d":[1],"e":[1],"f":[1]}' }, '?requires'],
    ['a name that no fact has', { requires: '{"Plan":["pro"]}' }, '?requires/Plan'],
    ['a value instead of a list', { requires: '{"plan":"pro"}' }, '?requires/plan'],
    ['no value', { requires: '{"plan":[]}' }, '?requires/plan'],
    [
      '21 values',
      { requires: JSON.stringify({ plan: Array.from({ length: 21 }, (_, n) => n) }) },
      '?requires/plan',
    ],
    ['an object as a value', { requires: '{"plan":["pro",{}]}' }, '?requires/plan/1'],
    ['a NUL', { requires: '{"plan":["\\u0000"]}' }, '?requires/plan/0'],
  ] as const) {
    test(`are refused with ${name}`, () => {
      assert.equal(
        wrongAt(() => checkDocumentSettings(settings)),
        pointer,
      );
    });
  }
});

test('A document’s own title is one line of at most 300 characters', () => {
  assert.equal(titleFrom(' Returns\n and\t refunds '), 'Returns and refunds');
  assert.equal(titleFrom('🙂'.repeat(301)), '🙂'.repeat(300));
  assert.deepEqual([titleFrom(null), titleFrom(' \n')], [null, null]);
});

test('What was sent is the same whatever the order of its requirements, and other with any other member', () => {
  const settings = { title: 'T', url: null, language: 'english', requires: { a: [1], b: [2] } };
  const sha256 = Buffer.alloc(32, 1);
  const hash = (more: Partial<typeof settings> = {}, type = 'text/plain', bytes = sha256) =>
    hashOfSent(type, { ...settings, ...more }, bytes).toString('hex');
  assert.equal(hash({ requires: { b: [2], a: [1] } }), hash());
  const others = [
    ...[hash({ title: 'U' }), hash({ language: 'german' }), hash({ requires: { a: [1], b: [3] } })],
    ...[hash({}, 'text/markdown'), hash({}, 'text/plain', Buffer.alloc(32, 2))],
  ];
  assert.equal(new Set([hash(), ...others]).size, 6);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A document is called by no path of dots',
    file: 'src/core/knowledge/check-document.ts',
    replace: '(?!\\.{1,2}$)',
    by: '',
  },
  {
    rule: 'The address of a document is one of the web',
    file: 'src/core/knowledge/check-document.ts',
    replace: "const isWeb = url?.protocol === 'https:'",
    by: "const isWeb = url !== null || url?.protocol === 'https:'",
  },
  {
    rule: 'The address of a document holds no password',
    file: 'src/core/knowledge/check-document.ts',
    replace: "url?.username === '' && url.password === ''",
    by: 'url !== null',
  },
  {
    rule: 'No name is required twice',
    file: 'src/core/knowledge/check-document.ts',
    replace: ' || repeatedName(text) !== null',
    by: '',
  },
  {
    rule: 'A requirement has at most twenty values',
    file: 'src/contract/shared/context-limits.ts',
    replace: 'values: 20 }',
    by: 'values: 200 }',
  },
  {
    rule: 'The order of requirements says nothing',
    file: 'src/core/knowledge/document.ts',
    replace: '.sort(([one], [other]) => (one < other ? -1 : 1))',
    by: '',
  },
];
