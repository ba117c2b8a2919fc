import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReadingPace } from '#core/jobs/reading-pace.ts';
import type { Break } from '#test/break.ts';
import { useFakeClock } from '#test/world/fake-clock.ts';

describe('The grid on which readers are given text', () => {
  const paceMs = 50;
  const clock = useFakeClock();

  /** Places on one grid, and the times of their ticks. */
  function join(count: number) {
    const pace = new ReadingPace(paceMs);
    return Array.from({ length: count }, () => {
      const ticks: number[] = [];
      return { ...pace.join(() => ticks.push(clock.now())), ticks };
    });
  }

  it('gives one tick to a reader that asks for it several times', () => {
    const [place] = join(1);
    for (let count = 0; count < 5; count++) place?.wait();
    clock.pass(3 * paceMs);
    assert.equal(place?.ticks.length, 1);
  });

  it('has no tick for a reader more than one period after the last', () => {
    const [place] = join(1);
    for (let count = 0; count < 5; count++) {
      place?.wait();
      clock.pass(paceMs);
      assert.equal(place?.ticks.length, count + 1);
    }
    const [first = 0, ...others] = place?.ticks ?? [];
    assert.deepEqual(
      others.map((at) => at - first),
      [50, 100, 150, 200],
    );
  });

  it('spreads the readers over ten moments of the period', () => {
    const places = join(30);
    for (const place of places) place.wait();
    clock.pass(paceMs);
    const moments = Map.groupBy(places, ({ ticks }) => ticks[0]);
    assert.deepEqual([moments.has(undefined), moments.size], [false, 10]);
    for (const sharing of moments.values()) assert.equal(sharing.length, 3);
  });

  it('gives no tick to a reader that has left, whatever the reason', () => {
    const pace = new ReadingPace(paceMs);
    const ticked: string[] = [];
    const one = pace.join(() => {
      ticked.push('one');
      other.leave();
    });
    // Every tenth reader shares its moment.
    for (let count = 0; count < 9; count++) pace.join(() => {});
    const other = pace.join(() => ticked.push('other'));
    one.wait();
    other.wait();
    clock.pass(paceMs);
    assert.deepEqual(ticked, ['one']);
  });

  it('does not put off a tick that is late when its reader asks again', () => {
    const [place] = join(1);
    place?.wait();
    clock.jump(paceMs + 5, 0);
    place?.wait();
    clock.jump(0, paceMs);
    assert.equal(place?.ticks.length, 1);
  });

  it('catches up on ticks that came late', () => {
    const places = join(10);
    for (const place of places) place.wait();
    clock.jump(10 * paceMs, paceMs);
    assert.ok(places.every(({ ticks }) => ticks.length === 1));
  });

  it('ticks at once when the pace is 0', () => {
    let ticks = 0;
    const place = new ReadingPace(0).join(() => {
      ticks += 1;
    });
    place.wait();
    place.wait();
    assert.equal(ticks, 2);
  });
});

it('The timer of the grid stops when nothing waits', () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const pace = new ReadingPace(60_000);
  const places = [pace.join(assert.fail), pace.join(assert.fail)];
  for (const place of places) place.wait();
  assert.equal(timers(), before + 1);
  places[0]?.leave();
  assert.equal(timers(), before + 1);
  places[1]?.leave();
  assert.equal(timers(), before);
});

it('The timer of the grid is never set to a time before now, of which Node would warn', async (t) => {
  const warnings: string[] = [];
  const listen = ({ name }: Error) => warnings.push(name);
  process.on('warning', listen);
  t.after(() => process.off('warning', listen));
  const paceMs = 50;
  const pace = new ReadingPace(paceMs);
  const ticked = [0, 1].map(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const place = pace.join(() => {
      // Whichever comes first makes the other late.
      for (const end = performance.now() + paceMs; performance.now() < end; );
      resolve();
    });
    place.wait();
    return promise;
  });
  await Promise.all(ticked);
  // Warnings are given a turn of the event loop later.
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(warnings, []);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A tick that is late sets no timer to the past, of which Node warns on standard error',
    file: 'src/core/jobs/reading-pace.ts',
    replace: 'Math.max(0, Math.ceil(step * this.#stepMs - performance.now()))',
    by: 'Math.ceil(step * this.#stepMs - performance.now())',
  },
  {
    rule: 'Readers are spread over ten moments of the reading pace',
    file: 'src/core/jobs/reading-pace.ts',
    replace: 'phase: this.#places % phases',
    by: 'phase: 0',
  },
  {
    rule: 'A reader that asks again does not put off a tick that is late',
    file: 'src/core/jobs/reading-pace.ts',
    replace: `    if (place.step !== null) return;
`,
    by: '',
  },
  {
    rule: 'A reader that another tick made leave has none',
    file: 'src/core/jobs/reading-pace.ts',
    replace: 'if (place.step !== due) continue;',
    by: '',
  },
  {
    rule: 'The timer of the reading pace stops when no reader waits',
    file: 'src/core/jobs/reading-pace.ts',
    replace: 'if (this.#due.size === 0) this.#stop();',
    by: '',
  },
  {
    rule: 'A reading pace of 0 gives each text as it comes',
    file: 'src/core/jobs/reading-pace.ts',
    replace: 'if (this.#stepMs === 0) return { wait: onTick, leave: () => {} };',
    by: 'if (this.#stepMs === 0) return { wait: () => {}, leave: () => {} };',
  },
];
