import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareChunks, type StoredChunk } from '#core/knowledge/compare-chunks.ts';
import type { Break } from '#test/break.ts';

const chunk = (body: string, heading = 'Returns') => ({ heading, body });
const stored = (...bodies: string[]): readonly StoredChunk[] =>
  bodies.map((body, n) => ({ id: n + 10, n, ...chunk(body) }));

describe('The chunks of a changed document', () => {
  test('that have not changed stay, wherever they are now', () => {
    const change = compareChunks(stored('a', 'b', 'c'), [chunk('c'), chunk('b'), chunk('new')]);
    assert.deepEqual(change.kept, [12, 11]);
    assert.deepEqual(change.moved, [{ id: 12, n: 0 }]);
    assert.deepEqual(change.added, [{ n: 2, ...chunk('new') }]);
  });

  test('stay once for each time that their text occurs', () => {
    assert.deepEqual(compareChunks(stored('a', 'a', 'a'), [chunk('a'), chunk('a')]).kept, [10, 11]);
    const { kept, added } = compareChunks(stored('a'), [chunk('a'), chunk('a')]);
    assert.deepEqual([kept, added], [[10], [{ n: 1, ...chunk('a') }]]);
  });

  test('are others below another heading, which is indexed with them', () => {
    const { kept, added } = compareChunks(stored('a'), [chunk('a', 'Refunds')]);
    assert.deepEqual([kept, added], [[], [{ n: 0, ...chunk('a', 'Refunds') }]]);
    assert.equal(compareChunks([{ id: 1, n: 0, heading: 'a', body: 'b' }], [chunk('', 'ab')]).kept.length, 0);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A chunk stays once, however often its text occurs',
    file: 'src/core/knowledge/compare-chunks.ts',
    replace: '?.shift();',
    by: '?.[0];',
  },
  {
    rule: 'A chunk below another heading is another one',
    file: 'src/core/knowledge/compare-chunks.ts',
    replace: 'return JSON.stringify([heading, body]);',
    by: 'return JSON.stringify([heading.length > 0, body]);',
  },
  {
    rule: 'A chunk that stays gets its new place',
    file: 'src/core/knowledge/compare-chunks.ts',
    replace: 'if (same.n !== n) moved',
    by: 'if (same.n > n + 9) moved',
  },
];
