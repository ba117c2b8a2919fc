import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { ReaderNotices, type ReadTurn } from '#core/jobs/reader-notices.ts';
import type { Break } from '#test/break.ts';

const owner = { clientId: 1 };

describe('Notices of readers', () => {
  let now = 0;
  beforeEach(() => {
    now = 1_000;
    mock.method(performance, 'now', () => now);
  });
  afterEach(() => mock.restoreAll());

  /** Notices, and the statements that they sent, each with its turns. */
  function open() {
    const statements: string[][] = [];
    const failures: unknown[] = [];
    const store = {
      answers: (): Promise<void> => Promise.resolve(),
      announce(turns: readonly ReadTurn[]): Promise<void> {
        statements.push(turns.map(({ turnId }) => turnId));
        return store.answers();
      },
    };
    const notices = new ReaderNotices(store, (_, error) => failures.push(error));
    return { notices, store, statements, failures };
  }

  it('go out together, and once a second for a turn however many readers it has', async () => {
    const { notices, statements } = open();
    for (const turn of ['a', 'b', 'a', 'b', 'a']) notices.announce(owner, turn);
    await turnOfLoop();
    assert.deepEqual(statements, [['a', 'b']]);
    now += 999;
    notices.announce(owner, 'a');
    await turnOfLoop();
    assert.equal(statements.length, 1);
    now += 1;
    notices.announce(owner, 'a');
    await turnOfLoop();
    assert.deepEqual(statements.slice(1), [['a']]);
  });

  it('wait for the previous statement, and continue when it fails', async () => {
    const { notices, store, statements, failures } = open();
    const { promise, reject } = Promise.withResolvers<void>();
    store.answers = () => promise;
    notices.announce(owner, 'a');
    await turnOfLoop();
    for (const turn of ['b', 'c']) notices.announce(owner, turn);
    await turnOfLoop();
    assert.deepEqual(statements, [['a']]);
    store.answers = () => Promise.resolve();
    const failure = new Error('refused');
    reject(failure);
    await turnOfLoop();
    assert.deepEqual([statements, failures], [[['a'], ['b', 'c']], [failure]]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A turn has one notice a second, however many readers it has',
    file: 'src/core/jobs/reader-notices.ts',
    replace: '?? Number.NEGATIVE_INFINITY) < everyMs) return;',
    by: '?? Number.NEGATIVE_INFINITY) < 0) return;',
  },
  {
    rule: 'Readers of many turns are announced in one statement',
    file: 'src/core/jobs/reader-notices.ts',
    replace: 'await new Promise((resolve) => setImmediate(resolve));',
    by: '',
  },
];
