import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { DatabaseUnavailable } from '#core/errors.ts';
import { DatabaseState } from '#core/health/database-state.ts';
import type { Break } from '#test/break.ts';

describe('the state of the database', () => {
  let now: number;
  let lines: unknown[];
  let state: DatabaseState;
  beforeEach(() => {
    now = 0;
    lines = [];
    const tell = (line: unknown) => lines.push(line);
    state = new DatabaseState({ onBegin: tell, onEnd: tell }, () => now);
  });

  it('takes no writes once the last heartbeat is older than 5 s', () => {
    now = 5_000;
    assert.equal(state.takesWrites, true);
    now = 5_001;
    assert.equal(state.takesWrites, false);
    state.beat();
    assert.equal(state.takesWrites, true);
  });

  it('takes no writes for 15 s after a full disk or a read-only server refused one, whatever heartbeats say', () => {
    for (const code of ['53100', '25006']) {
      state.failed(new DatabaseUnavailable('', { cause: Object.assign(new Error('refused'), { code }) }));
      now += 15_000;
      state.beat();
      assert.equal(state.takesWrites, false);
      now += 1;
      assert.equal(state.takesWrites, true);
    }
    state.failed(Object.assign(new Error('cut by a time limit'), { code: '57014' }));
    assert.equal(state.takesWrites, true);
  });

  it('logs an outage once when it begins, with SQLSTATE and reason, and once when it has ended', () => {
    const full = Object.assign(new Error('could not extend file: No space left on device'), {
      code: '53100',
    });
    for (now = 1_000; now <= 61_000; now += 100) {
      state.failed(new DatabaseUnavailable('The database cannot be reached', { cause: full }));
    }
    assert.deepEqual(lines.splice(0), [{ sqlstate: '53100', reason: full.message }]);
    state.beat();
    assert.deepEqual(lines, [], 'failures and heartbeats that alternate are one outage');
    now = 70_000;
    state.beat();
    state.beat();
    assert.deepEqual(lines, [{ seconds: 60, failures: 601 }]);
  });

  it('names the first address where none of several answers', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' });
    state.failed(new AggregateError([refused, new Error('other')]));
    assert.deepEqual(lines, [{ sqlstate: 'ECONNREFUSED', reason: refused.message }]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Health fails when the last heartbeat is older than 5 s',
    file: 'src/core/health/database-state.ts',
    replace: 'return !this.isAway && ',
    by: 'return ',
  },
  {
    rule: 'Health fails after a full disk or a read-only server refused a write',
    file: 'src/core/health/database-state.ts',
    replace: ' && this.#now() - this.#lastRefusal > refusalMs;',
    by: ';',
  },
  {
    rule: 'An outage has one line when it begins',
    file: 'src/core/health/database-state.ts',
    replace: 'if (this.#outage === null) {',
    by: 'if (this.#outage === null || now > 0) {',
  },
];
