import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
});

export const breaks: readonly Break[] = [
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
