import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { DatabaseUnavailable } from '#core/errors.ts';
import type { ProcessReport } from '#core/numbers/process-report.ts';
import { ProcessReporter } from '#core/numbers/process-reporter.ts';
import { ReportCounts } from '#core/numbers/report-counts.ts';
import type { Break } from '#test/break.ts';

const state = { version: '1.0.0', roles: [], streams: 0, running: 0, busySlots: 0, circuits: {} };

describe('The report of a process', () => {
  /** A reporter, and the reports that its database has seen while `isAway` says so. */
  function open() {
    const world = {
      isAway: false,
      isKnown: true,
      entries: 0,
      old: 0,
      prunes: 0,
      folds: 0,
      seen: [] as ProcessReport[],
      errors: [] as unknown[],
    };
    const counts = new ReportCounts();
    const store = {
      async report(_: string, report: ProcessReport): Promise<boolean> {
        world.seen.push(report);
        if (world.isAway) throw new DatabaseUnavailable('away');
        return world.isKnown;
      },
      foldUsage(): Promise<boolean> {
        world.folds += 1;
        world.entries -= 1;
        return Promise.resolve(world.entries > 0);
      },
      prune(): Promise<boolean> {
        world.prunes += 1;
        world.old -= 1;
        return Promise.resolve(world.old > 0);
      },
    };
    const create = () =>
      new ProcessReporter({
        store,
        counts,
        processId: () => 'process',
        running: () => [],
        state: () => state,
        onError: (_, error) => world.errors.push(error),
      });
    return { world, counts, create };
  }

  it('contains what was counted since the previous one, once', async () => {
    const { world, counts, create } = open();
    counts.refused(7, 'quota_exceeded');
    counts.refused(7, 'quota_exceeded');
    counts.refused(null, 'invalid_api_key');
    const reporter = create();
    reporter.runIfDue();
    await turnOfLoop();
    await reporter[Symbol.asyncDispose]();
    assert.deepEqual(world.seen[0]?.refusals, [
      { clientId: 7, code: 'quota_exceeded', refusals: 2 },
      { clientId: 0, code: 'invalid_api_key', refusals: 1 },
    ]);
    assert.equal(world.seen.slice(1).flatMap(({ refusals }) => refusals).length, 0);
  });

  it('is sent again with its number while its outcome is unknown, and later counts wait for the next', async () => {
    const { world, counts, create } = open();
    world.isAway = true;
    counts.refused(1, 'rate_limited');
    const reporter = create();
    reporter.runIfDue();
    await turnOfLoop();
    counts.refused(2, 'rate_limited');
    world.isAway = false;
    await reporter[Symbol.asyncDispose]();
    const [first, second, third] = world.seen;
    assert.equal(second, first);
    assert.deepEqual(third?.refusals, [{ clientId: 2, code: 'rate_limited', refusals: 1 }]);
    assert.deepEqual(world.errors, []);
  });

  it('folds on with the next reports while entries are left, and else once a minute', async (t) => {
    const { world, create } = open();
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    await using reporter = create();
    const foldsAt = async (moment: number) => {
      now = moment;
      reporter.runIfDue();
      await turnOfLoop();
      return world.folds;
    };
    world.entries = 3;
    assert.deepEqual(
      [await foldsAt(59_000), await foldsAt(61_000), await foldsAt(62_500), await foldsAt(64_000)],
      [0, 1, 2, 3],
    );
    assert.deepEqual([await foldsAt(66_000), await foldsAt(123_000), await foldsAt(125_000)], [3, 3, 4]);
  });

  it('prunes on with the next reports while more is old than it removes at once, and else once a minute', async (t) => {
    const { world, create } = open();
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    await using reporter = create();
    world.old = 2;
    const prunes: number[] = [];
    for (const moment of [61_000, 62_500, 64_000, 123_000]) {
      now = moment;
      reporter.runIfDue();
      await turnOfLoop();
      prunes.push(world.prunes);
    }
    assert.deepEqual(prunes, [1, 2, 2, 3]);
  });

  it('is kept when the process is not registered', async () => {
    const { world, counts, create } = open();
    world.isKnown = false;
    counts.refused(1, 'rate_limited');
    const reporter = create();
    reporter.runIfDue();
    await turnOfLoop();
    await reporter[Symbol.asyncDispose]();
    assert.equal(world.seen[1], world.seen[0]);
  });

  it('counts together what has too many names', () => {
    const { counts } = open();
    for (let id = 1; id <= 1_500; id++) counts.refused(id, 'quota_exceeded');
    const { refusals } = counts.take();
    assert.equal(refusals.length, 1_001);
    assert.equal(refusals.find(({ clientId }) => clientId === 0)?.refusals, 500);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Counts of a report that failed stay in it',
    file: 'src/core/numbers/process-reporter.ts',
    replace: 'const report = this.#unsent ?? this.#next(now);',
    by: 'const report = this.#next(now);',
  },
  {
    rule: 'A fold that took all it may is followed by another',
    file: 'src/core/numbers/process-reporter.ts',
    replace: '(await store.foldUsage()) || (await store.prune())',
    by: '(await store.foldUsage()) && (await store.prune())',
  },
  {
    rule: 'What was counted after a report that failed is sent when the process ends',
    file: 'src/core/numbers/process-reporter.ts',
    replace: 'if (this.#unsent === null && !this.#options.counts.isEmpty) await send();',
    by: '',
  },
  {
    rule: 'a process prunes on where more is left',
    file: 'src/core/numbers/process-reporter.ts',
    replace: '(await store.foldUsage()) || (await store.prune())',
    by: '(await store.foldUsage()) || ((await store.prune()) && false)',
  },
];
