import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oneText, presentPage, readPage } from '#core/shared/list-page.ts';
import type { Break } from '#test/break.ts';

/** Names in their order, read as a store would. */
function listOf(count: number) {
  const names = Array.from({ length: count }, (_, nth) => `name-${String(nth).padStart(3, '0')}`);
  return (query: { limit?: number; cursor?: string }) =>
    readPage(
      query,
      oneText,
      (name: string) => [name] as const,
      async (after, limit) => names.filter((name) => after === null || name > after[0]).slice(0, limit),
    );
}

describe('A page of a list', () => {
  for (const [count, sizes] of [
    [0, [0]],
    [1, [1]],
    [3, [3]],
    [4, [3, 1]],
    [6, [3, 3]],
    [7, [3, 3, 1]],
  ] as const) {
    it(`says that there is more only where there is: ${count} in pages of three`, async () => {
      const list = listOf(count);
      const read: number[] = [];
      const names: string[] = [];
      let cursor: string | null = null;
      do {
        const given: { limit: number; cursor?: string } = { limit: 3, ...(cursor !== null && { cursor }) };
        const page: ReturnType<typeof presentPage<string, string>> = presentPage(
          await list(given),
          (name) => name,
        );
        read.push(page.data.length);
        names.push(...page.data);
        assert.equal(page.has_more, page.next_cursor !== null);
        cursor = page.next_cursor;
      } while (cursor !== null);
      assert.deepEqual(read, sizes);
      assert.equal(new Set(names).size, count);
    });
  }

  it('has twenty rows unless asked for another number', async () => {
    const { rows, nextCursor } = await listOf(21)({});
    assert.equal(rows.length, 20);
    assert.notEqual(nextCursor, null);
    assert.equal((await listOf(20)({})).nextCursor, null);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An exactly full page is the last one',
    file: 'src/core/shared/list-page.ts',
    replace: 'found.length > limit, keyOf',
    by: 'found.length >= limit, keyOf',
  },
  {
    rule: 'A page has the rows that were asked for',
    file: 'src/core/shared/list-page.ts',
    replace: 'found.slice(0, limit)',
    by: 'found',
  },
];
