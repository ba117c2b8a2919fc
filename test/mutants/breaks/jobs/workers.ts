import type { Break } from '../../break.ts';

const slotsTest = ['test/worker/lane-slots.test.ts'];

/** Which jobs a process takes. */
export const workerBreaks: readonly Break[] = [
  {
    rule: 'A fifth of the slots is the standard lane’s',
    file: 'src/worker/lane-slots.ts',
    replace: 'standardShare = 0.2',
    by: 'standardShare = 0.1',
    tests: slotsTest,
  },
  {
    rule: 'At least one slot is the standard lane’s',
    file: 'src/worker/lane-slots.ts',
    replace: 'Math.max(1, Math.floor(slots * standardShare))',
    by: 'Math.floor(slots * standardShare)',
    tests: slotsTest,
  },
  {
    rule: 'A single slot serves both lanes',
    file: 'src/worker/lane-slots.ts',
    replace: 'slots === 1 ? 0 : ',
    by: '',
    tests: slotsTest,
  },
  {
    rule: 'A slot comes back to the lane that had it',
    file: 'src/worker/lane-slots.ts',
    replace: '    this.#running[lane]--;',
    by: '    this.#running.standard--;',
    tests: slotsTest,
  },
  {
    rule: 'A single slot serves the standard lane every fifth time',
    file: 'src/worker/lane-slots.ts',
    replace: "lane === 'priority' ? this.#priorityInARow + 1 : 0",
    by: 'this.#priorityInARow + 1',
    tests: slotsTest,
  },
  {
    rule: 'Priority jobs take no more slots than there are',
    file: 'src/worker/lane-slots.ts',
    replace: 'Math.min(free, this.#slots - this.#reserved - this.#running.priority)',
    by: 'this.#slots - this.#reserved - this.#running.priority',
    tests: slotsTest,
  },
];
