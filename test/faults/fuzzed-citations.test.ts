import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citationsOf } from '#core/citations/cite.ts';
import type { OfferedSource } from '#core/knowledge/offered-source.ts';
import { judgeFuzzedAnswers } from '#test/citations/fuzzed-answers.ts';

test('10,000 answers cite what was offered, by what stands there, and no wrong number', (t) => {
  const seed = Number(process.env['PARLEY_FAULT_SEED'] ?? Date.now() % 2 ** 31);
  t.diagnostic(`seed ${seed}`);
  assert.doesNotThrow(() => judgeFuzzedAnswers(10_000, seed));
});

const firstNames = ['Anna', 'Karim', 'Lucía', 'Tomasz', 'Mei', 'Ravi', 'Ingrid', 'Paulo', 'Amina', 'Hiroshi'];
const lastNames = [
  'Berger',
  'Haddad',
  'Moreno',
  'Nowak',
  'Zhang',
  'Iyer',
  'Larsen',
  'Costa',
  'Diallo',
  'Tanaka',
];
const departments = ['accounting', 'the workshop', 'legal affairs', 'the kitchen', 'research'];
const tasks = ['signs every invoice', 'keeps the spare keys', 'answers complaints', 'plans the shifts'];

/** Numbers are always found; a name is one word of many, so that this is a figure and no rule. */
test('how many of 500 sentences with a changed name are weak', (t) => {
  let weak = 0;
  let quoted = 0;
  for (let nth = 0; nth < 500; nth += 1) {
    const name = (by: number) =>
      `${firstNames[(nth + by) % 10]} ${lastNames[(Math.floor(nth / 10) + by) % 10]}`;
    const rest = `of ${departments[nth % 5]} ${tasks[nth % 4]}`;
    const source: OfferedSource = {
      ...{ n: 1, source: 'client', documentId: 'people', title: 'People', url: null, heading: '' },
      text: `${name(0)} ${rest}. Others help where it is needed.`,
    };
    const supportOf = (answer: string) => citationsOf(answer, [source])[0];
    const wrong = supportOf(`${name(3)} ${rest} [1].`);
    const right = supportOf(`${name(0)} ${rest} [1].`);
    if (wrong !== undefined && 'support' in wrong && wrong.support === 'weak') weak += 1;
    if (right !== undefined && 'support' in right && right.support === 'quoted') quoted += 1;
  }
  t.diagnostic(`${weak} of 500 sentences with a changed name are weak`);
  assert.equal(quoted, 500);
});
