import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LiveTurn } from '#core/turn/live-turn.ts';
import { TextBudget } from '#core/turn/process/text-budget.ts';
import type { Break } from '#test/break.ts';
import { buildLiveTurn } from '#test/world/live-turn.ts';

const megabyte = 1024 * 1024;
const block = 64 * 1024;

/** A turn whose provider notes whether it is paused. */
function open(budget: TextBudget) {
  const live = buildLiveTurn({}, budget);
  const state = { live, isPaused: false };
  live.onCalled({
    pause: () => {
      state.isPaused = true;
    },
    resume: () => {
      state.isPaused = false;
    },
  });
  return state;
}

function write(live: LiveTurn, bytes: number): void {
  for (let left = bytes; left > 0; left -= block) live.onText('x'.repeat(Math.min(block, left)));
}

/** All that waits is stored, as by heartbeats. */
function store(live: LiveTurn): void {
  live.flush(100 * megabyte).confirm();
}

describe('The budget of text in memory', () => {
  it('pauses the providers of all turns together, which none of them would reach alone', () => {
    const budget = new TextBudget(2 * megabyte);
    const turns = Array.from({ length: 5 }, () => open(budget));
    for (const { live } of turns) write(live, megabyte / 2);
    assert.deepEqual(
      turns.map(({ isPaused }) => isPaused),
      [false, false, false, false, true],
    );
  });

  it('resumes them in their order, one for each block that was stored', () => {
    const budget = new TextBudget(megabyte);
    const [first, ...others] = Array.from({ length: 4 }, () => open(budget));
    assert.ok(first);
    write(first.live, megabyte);
    for (const { live } of others) write(live, block / 4);
    assert.deepEqual(
      others.map(({ isPaused }) => isPaused),
      [true, true, true],
    );
    first.live.flush(2 * block).confirm();
    assert.deepEqual(
      others.map(({ isPaused }) => isPaused),
      [false, true, true],
    );
    store(first.live);
    assert.ok(others.every(({ isPaused }) => !isPaused));
  });

  it('keeps no place for a turn whose reader pauses it', () => {
    const budget = new TextBudget(megabyte);
    const [first, lagging, next] = Array.from({ length: 3 }, () => open(budget));
    assert.ok(first && lagging && next);
    write(first.live, megabyte - block / 2);
    for (const { live } of [lagging, next]) write(live, block);
    lagging.live.pause();
    first.live.flush(3 * block).confirm();
    assert.deepEqual([lagging.isPaused, next.isPaused], [true, false]);
    lagging.live.resume();
    assert.equal(lagging.isPaused, false);
  });

  it('takes back what a turn held when it ends', () => {
    const budget = new TextBudget(megabyte);
    const [first, second] = [open(budget), open(budget)];
    write(first.live, megabyte);
    write(second.live, block);
    assert.ok(second.isPaused);
    first.live.finish({ kind: 'lost' });
    assert.equal(second.isPaused, false);
  });

  it('leaves stored text in memory while there is room, and a block of each turn afterwards', () => {
    const budget = new TextBudget(megabyte);
    const turns = Array.from({ length: 4 }, () => open(budget).live);
    for (const live of turns) {
      write(live, (3 / 4) * megabyte);
      store(live);
    }
    assert.deepEqual(
      turns.map((live) => live.read(0) === null),
      [false, false, true, true],
    );
    for (const live of turns) assert.notEqual(live.read((3 / 4) * megabyte - block), null);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The unstored text of all turns together pauses their providers',
    file: 'src/core/turn/process/text-budget.ts',
    replace: 'this.#unstored <= this.#bytes && ',
    by: '',
  },
  {
    rule: 'Room for text goes to one paused turn for each block',
    file: 'src/core/turn/process/text-budget.ts',
    replace: 'this.#unstored += blockBytes;',
    by: '',
  },
  {
    rule: 'A turn that its reader pauses takes no room from others',
    file: 'src/core/turn/process/text-budget.ts',
    replace: 'if (!next.resume()) continue;',
    by: 'next.resume();',
  },
  {
    rule: 'A turn that ends frees the room of its text',
    file: 'src/core/turn/process/text-budget.ts',
    replace: 'this.#note(share, { unstored: 0, kept: 0 });',
    by: '',
  },
  {
    rule: 'Stored text leaves memory down to a block where there is much of it',
    file: 'src/core/turn/process/text-budget.ts',
    replace: 'isTight: () => this.#kept > this.#bytes',
    by: 'isTight: () => false',
  },
];
