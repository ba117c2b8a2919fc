import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DatabaseUnavailable } from '#core/errors.ts';
import { type UsedDocument, UsedDocuments } from '#core/knowledge/used-documents.ts';
import type { Break } from '#test/break.ts';

describe('Which documents were used', () => {
  function gathered() {
    const stored: (readonly UsedDocument[])[] = [];
    const store = {
      markUsed: async (documents: readonly UsedDocument[]) => {
        stored.push(documents);
      },
    };
    const onError = (_what: string, error: unknown) => assert.fail(String(error));
    return { stored, used: new UsedDocuments({ store, onError }) };
  }

  it('is stored once a minute and at the end, each of them once', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const { stored, used } = gathered();
    used.note(1, 'a');
    used.note(1, 'a');
    used.note(2, 'a');
    now = 59_999;
    used.runIfDue();
    assert.deepEqual(stored, []);
    now = 60_000;
    used.runIfDue();
    const both = [
      { corpus: 1, id: 'a' },
      { corpus: 2, id: 'a' },
    ];
    assert.deepEqual(stored, [both]);
    now = 120_000;
    used.runIfDue();
    used.note(1, 'b');
    await used[Symbol.asyncDispose]();
    assert.deepEqual(stored, [both, [{ corpus: 1, id: 'b' }]]);
  });

  it('is lost where it cannot be stored, which is an error unless the database is away', async () => {
    const bug = new Error('a bug');
    for (const [failure, told] of [
      [bug, [bug]],
      [new DatabaseUnavailable(), []],
    ] as const) {
      const errors: unknown[] = [];
      const store = { markUsed: () => Promise.reject(failure) };
      const used = new UsedDocuments({ store, onError: (_what, error) => errors.push(error) });
      used.note(1, 'a');
      await used[Symbol.asyncDispose]();
      assert.deepEqual(errors, told);
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A database that is away is no error of the uses of documents',
    file: 'src/core/knowledge/used-documents.ts',
    replace: 'if (!(error instanceof DatabaseUnavailable)) this',
    by: 'this',
  },
  {
    rule: 'Uses are stored once a minute, and not with each turn',
    file: 'src/core/knowledge/used-documents.ts',
    replace: 'const everyMs = 60_000;',
    by: 'const everyMs = 0;',
  },
  {
    rule: 'Uses that are not stored yet are stored at the end',
    file: 'src/core/knowledge/used-documents.ts',
    replace: '    await this.#running;\n    await this.#store();',
    by: '    await this.#running;',
  },
];
