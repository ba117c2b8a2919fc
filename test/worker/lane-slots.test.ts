import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Lane } from '#contract/jobs.ts';
import type { Break } from '#test/break.ts';
import { LaneSlots } from '#worker/lane-slots.ts';

describe('the slots of a process', () => {
  it('leave a fifth to the standard lane when priority jobs never end', () => {
    const slots = new LaneSlots(20);
    assert.deepEqual([slots.free('priority'), slots.free('standard')], [16, 20]);
    for (let i = 0; i < 16; i++) slots.take('priority');
    assert.deepEqual([slots.free('priority'), slots.free('standard')], [0, 4]);
  });

  it('leave one to the standard lane where a fifth is less, and get it back from the lane that had it', () => {
    for (const count of [2, 3, 4, 5, 9]) {
      const slots = new LaneSlots(count);
      assert.equal(slots.free('priority'), count - 1);
      for (let i = 1; i < count; i++) slots.take('priority');
      assert.deepEqual([slots.free('priority'), slots.free('standard'), slots.busy], [0, 1, count - 1]);
      assert.deepEqual(slots.order(), ['priority', 'standard']);
      slots.release('priority');
      assert.deepEqual([slots.busyOf('priority'), slots.busyOf('standard')], [count - 2, 0]);
      assert.equal(slots.free('priority'), 1);
    }
  });

  it('are all taken by standard jobs when nothing else waits', () => {
    const slots = new LaneSlots(5);
    for (let i = 0; i < 5; i++) slots.take('standard');
    assert.deepEqual([slots.free('priority'), slots.free('standard')], [0, 0]);
    slots.release('standard');
    assert.equal(slots.free('priority'), 1);
  });

  it('give every fifth job to the standard lane when there is only one slot', () => {
    const slots = new LaneSlots(1);
    const served: Lane[] = [];
    for (let i = 0; i < 10; i++) {
      const [lane = 'standard'] = slots.order();
      slots.take(lane);
      slots.release(lane);
      served.push(lane);
    }
    assert.equal(served.filter((lane) => lane === 'standard').length, 2);
    assert.equal(served.indexOf('standard'), 4);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A fifth of the slots is the standard lane’s',
    file: 'src/worker/lane-slots.ts',
    replace: 'standardShare = 0.2',
    by: 'standardShare = 0.1',
  },
  {
    rule: 'At least one slot is the standard lane’s',
    file: 'src/worker/lane-slots.ts',
    replace: 'Math.max(1, Math.floor(slots * standardShare))',
    by: 'Math.floor(slots * standardShare)',
  },
  {
    rule: 'A single slot serves both lanes',
    file: 'src/worker/lane-slots.ts',
    replace: 'slots === 1 ? 0 : ',
    by: '',
  },
  {
    rule: 'A slot comes back to the lane that had it',
    file: 'src/worker/lane-slots.ts',
    replace: '    this.#running[lane]--;',
    by: '    this.#running.standard--;',
  },
  {
    rule: 'A single slot serves the standard lane every fifth time',
    file: 'src/worker/lane-slots.ts',
    replace: "lane === 'priority' ? this.#priorityInARow + 1 : 0",
    by: 'this.#priorityInARow + 1',
  },
  {
    rule: 'Priority jobs take no more slots than there are',
    file: 'src/worker/lane-slots.ts',
    replace: 'Math.min(free, this.#slots - this.#reserved - this.#running.priority)',
    by: 'this.#slots - this.#reserved - this.#running.priority',
  },
];
