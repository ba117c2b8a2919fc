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

const worker = 'src/worker/job-worker.ts';
const fairness = ['test/flows/jobs/fairness.test.ts'];
const recovery = ['test/flows/jobs/recovery.test.ts'];
const heartbeat = 'src/core/turn/process/heartbeat.ts';
const heartbeatTest = ['test/core/turn/process/heartbeat.test.ts'];

/** How a worker takes jobs and leaves, and the lease of its process. */
export const jobWorkerBreaks: readonly Break[] = [
  {
    rule: 'A job takes a slot',
    file: worker,
    replace: 'this.#slots.take(lane);',
    by: '',
    tests: fairness,
  },
  {
    rule: 'A slot is free again when its job has ended',
    file: worker,
    replace: 'this.#slots.release(lane);',
    by: '',
    tests: fairness,
  },
  {
    rule: 'A worker claims no more jobs than it has free slots',
    file: worker,
    replace: 'this.#options.process.id, free);',
    by: 'this.#options.process.id, free + 1);',
    tests: fairness,
  },
  {
    rule: 'A worker that leaves takes no other job',
    file: worker,
    replace: '    this.#stop.abort();\n',
    by: '',
    tests: recovery,
  },
  {
    rule: 'A process that leaves gives its running jobs back when the drain is over',
    file: 'src/core/turn/process/running-turns.ts',
    replace: "live.turn.kind === 'job' ? { kind: 'released' } :",
    by: '',
    tests: recovery,
  },
  {
    rule: 'A process that leaves lets a job end within the drain limit',
    file: 'src/core/turn/process/running-turns.ts',
    replace: 'await this.#idle(AbortSignal.timeout(drainMs));',
    by: '',
    tests: recovery,
  },
  {
    rule: 'A lease lasts eight seconds',
    file: heartbeat,
    replace: 'export const leaseMs = 8_000;',
    by: 'export const leaseMs = 800_000;',
    tests: heartbeatTest,
  },
  {
    rule: 'A process that leaves gives up its lease',
    file: heartbeat,
    replace: 'if (this.#registered) await this.#options.turns.unregister',
    by: 'if (!this.#registered) await this.#options.turns.unregister',
    tests: heartbeatTest,
  },
  {
    rule: 'A process whose lease was lost begins another',
    file: heartbeat,
    replace: 'if (!answer.alive) return this.#startOver();',
    by: '',
    tests: heartbeatTest,
  },
  {
    rule: 'A process whose lease was lost has no turns any more',
    file: heartbeat,
    replace: "this.#options.running.stopAll({ kind: 'lost' });",
    by: '',
    tests: heartbeatTest,
  },
  {
    rule: 'The lease after a lost one has another id',
    file: heartbeat,
    replace: '    this.#id = randomUUID();\n    this.#registered = false;',
    by: '    this.#registered = false;',
    tests: heartbeatTest,
  },
];
