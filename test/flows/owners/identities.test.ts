import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { problemOf } from '#test/reading/answered.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';

const as = (external_user_id: unknown) => ({ context: { external_user_id } });

/** Spellings that a person, or a later comparison, could take for `hu:`. */
const reserved = [
  'hu:1',
  'HU:1',
  'Hu:',
  ' hu:1',
  '\u00a0hu:1',
  '\u3000hu:1',
  '\uff48\uff55\uff1a1',
  'hu\uff1a1',
  '\u210eu:1',
  '\u200bhu:1',
  'h\u00adu:1',
  '\ufeffhu:1',
  'h\u034fu:1',
  'hu\u200d:1',
  '\u{1d421}\u{1d42e}:1',
];

describe('External user ids', () => {
  let api: Api;
  let partner: Partner;
  before(async () => {
    api = await shareApi();
    partner = await api.partner();
  });

  for (const id of reserved) {
    test(`${JSON.stringify(id)} is reserved on every route`, async () => {
      const query = `external_user_id=${encodeURIComponent(id)}`;
      const before = await partner.traces();
      problemOf(await partner.send(as(id)), 'reserved_identity_prefix');
      problemOf(await partner.get(`/usage?${query}`), 'reserved_identity_prefix');
      problemOf(await partner.post('/hosted-session', { external_user_id: id }), 'reserved_identity_prefix');
      assert.deepEqual(await partner.traces(), before);
    });
  }

  for (const [name, id] of [
    ['an empty string', ''],
    ['nothing', undefined],
  ] as const) {
    test(`${name} is no identity`, async () => {
      problemOf(await partner.send(as(id)), 'external_user_id_required');
      problemOf(
        await partner.get(id === undefined ? '/usage' : '/usage?external_user_id='),
        'external_user_id_required',
      );
    });
  }

  for (const id of [
    'a\0b',
    'a\nb',
    '\u007f',
    '\u0085',
    'a\ud800',
    'x'.repeat(256),
    '\u{1f600}'.repeat(64),
    1,
    true,
    ['a'],
    { a: 1 },
  ]) {
    test(`${JSON.stringify(id).slice(0, 20)} is refused`, async () => {
      const before = await partner.traces();
      const problem = problemOf(await partner.send(as(id)), 'validation_error');
      assert.equal(problem.errors?.[0]?.pointer, '/context/external_user_id');
      assert.deepEqual(await partner.traces(), before);
    });
  }

  test('255 bytes are enough, and not one more', async () => {
    const longest = `${'\u{1f600}'.repeat(63)}abc`;
    assert.equal((await partner.send(as(longest))).status, 200);
    problemOf(await partner.send(as(`${longest}d`)), 'validation_error');
  });

  test('an identity is kept byte for byte: near spellings are different users', async () => {
    const spellings = [
      'Zo\u00eb',
      'Zoe\u0308',
      'zo\u00eb',
      ' Zo\u00eb',
      'Zo\u00eb ',
      'ＺO',
      'a+b',
      'a b',
      '%61',
      'hux:1',
      'ahu:1',
      '0',
      'null',
    ];
    for (const spelling of spellings) {
      const { headers } = await partner.send(as(spelling));
      const id = headers.get('x-conversation-id');
      for (const other of spellings) {
        const read = await partner.get(`/conversations/${id}?external_user_id=${encodeURIComponent(other)}`);
        assert.equal(read.status, other === spelling ? 200 : 404, JSON.stringify([spelling, other]));
      }
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'No spelling of the reserved prefix is an identity of a partner',
    file: 'src/core/identity/external-user-id.ts',
    replace: ".normalize('NFKC')",
    by: ".normalize('NFC')",
  },
  {
    rule: 'The reserved prefix is reserved in any case',
    file: 'src/core/identity/external-user-id.ts',
    replace: '.toLowerCase()',
    by: '.toString()',
  },
  {
    rule: 'An identity has at most 255 bytes',
    file: 'src/core/identity/external-user-id.ts',
    replace: 'Buffer.byteLength(value) > limits.externalUserIdBytes',
    by: 'value.length > limits.externalUserIdBytes',
  },
  {
    rule: 'An identity has no control characters',
    file: 'src/core/identity/external-user-id.ts',
    replace: '/\\p{Cc}/u.test(value)',
    by: "value.includes('\\0')",
  },
];
