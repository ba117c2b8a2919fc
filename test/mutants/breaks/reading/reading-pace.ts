import type { Break } from '../../break.ts';

const reader = 'src/core/jobs/live-reader.ts';
const grid = 'src/core/jobs/reading-pace.ts';
const liveReader = ['test/core/jobs/live-reader.test.ts'];
const readingPace = ['test/core/jobs/reading-pace.test.ts'];
const flows = ['test/flows/answers/reading-pace.test.ts'];

export const readingPaceBreaks: readonly Break[] = [
  {
    rule: 'A tick that is late sets no timer to the past, of which Node warns on standard error',
    file: grid,
    replace: 'Math.max(0, Math.ceil(step * this.#stepMs - performance.now()))',
    by: 'Math.ceil(step * this.#stepMs - performance.now())',
    tests: readingPace,
  },
  {
    rule: 'The first text of a stream waits for no tick',
    file: reader,
    replace: 'this.#hasText && waiting < earlyBytes',
    by: 'waiting < earlyBytes',
    tests: [...liveReader, ...flows],
  },
  {
    rule: 'Text that comes between two ticks is one write',
    file: reader,
    replace: 'this.#place.wait();\n    else',
    by: 'this.#pump();\n    else',
    tests: [...liveReader, ...flows],
  },
  {
    rule: 'The end of a stream waits for no tick, and comes behind all of its text',
    file: reader,
    replace: 'this.#end = end;\n    this.#pump();',
    by: 'this.#end = end;',
    tests: [...liveReader, ...flows],
  },
  {
    rule: 'Sixteen kilobytes of text wait for no tick',
    file: reader,
    replace: 'const earlyBytes = 16 * 1024;',
    by: 'const earlyBytes = 64 * 1024;',
    tests: [...liveReader, ...flows],
  },
  {
    rule: 'A reader that is gone waits for no tick',
    file: reader,
    replace: 'this.#place.leave();',
    by: '',
    tests: liveReader,
  },
  {
    rule: 'A follower is given text at the reading pace',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'const { pace } = this.#options.reading;',
    by: 'const pace = { join: (onTick) => ({ wait: onTick, leave: () => {} }) };',
    tests: flows,
  },
  {
    rule: 'Readers are spread over ten moments of the reading pace',
    file: grid,
    replace: 'phase: this.#places % phases',
    by: 'phase: 0',
    tests: readingPace,
  },
  {
    rule: 'A reader that asks again does not put off a tick that is late',
    file: grid,
    replace: '    if (place.step !== null) return;\n',
    by: '',
    tests: readingPace,
  },
  {
    rule: 'A reader that another tick made leave has none',
    file: grid,
    replace: 'if (place.step !== due) continue;',
    by: '',
    tests: readingPace,
  },
  {
    rule: 'The timer of the reading pace stops when no reader waits',
    file: grid,
    replace: 'if (this.#due.size === 0) this.#stop();',
    by: '',
    tests: readingPace,
  },
  {
    rule: 'A reading pace of 0 gives each text as it comes',
    file: grid,
    replace: 'if (this.#stepMs === 0) return { wait: onTick, leave: () => {} };',
    by: 'if (this.#stepMs === 0) return { wait: () => {}, leave: () => {} };',
    tests: [...readingPace, ...liveReader],
  },
];

const flush = ['test/core/turn/process/flush-output.test.ts'];
const liveTurn = 'src/core/turn/live-turn.ts';
const stored = 'src/adapters/postgres/turns/turn-readers.ts';
const storedReaders = ['test/adapters/postgres/turns/turn-readers.test.ts'];
const notices = 'src/core/jobs/reader-notices.ts';
const readerNotices = ['test/core/jobs/reader-notices.test.ts'];
const textForReaders = ['test/flows/jobs/text-for-readers.test.ts'];

export const readerNoticeBreaks: readonly Break[] = [
  {
    rule: 'The first text of a turn goes with the next heartbeat',
    file: liveTurn,
    replace: 'this.#storedAt === null || now',
    by: 'this.#storedAt !== null && now',
    tests: flush,
  },
  {
    rule: 'Text without readers in the store is stored once a second',
    file: liveTurn,
    replace: 'const unreadEveryMs = 1_000;',
    by: 'const unreadEveryMs = 0;',
    tests: [...flush, ...textForReaders],
  },
  {
    rule: 'Text with readers in the store goes with every heartbeat',
    file: liveTurn,
    replace: 'return isRead || this',
    by: 'return this',
    tests: [...flush, ...textForReaders],
  },
  {
    rule: 'A block of text goes with the next heartbeat',
    file: liveTurn,
    replace: 'this.#text.storedBytes >= blockBytes',
    by: 'this.#text.storedBytes > unstoredBytes',
    tests: flush,
  },
  {
    rule: 'The first reader of a turn in the store waits for no second heartbeat',
    file: 'src/core/turn/process/heartbeat.ts',
    replace: 'isFull(flushes, this.#mostBytes) || this.#hasNewReaders(answer.readTurns)',
    by: 'isFull(flushes, this.#mostBytes)',
    tests: ['test/core/turn/process/heartbeat.test.ts'],
  },
  {
    rule: 'A follower announces itself to the process that runs its turn',
    file: 'src/core/jobs/follow-turn.ts',
    replace: "if (state === 'running') notices.announce(this.#owner, this.#turnId);",
    by: '',
    tests: textForReaders,
  },
  {
    rule: 'A reader of output announces itself to the process that runs its turn',
    file: 'src/core/jobs/read-job.ts',
    replace: "if (output.state === 'running') reading.notices.announce(owner, record.id);",
    by: '',
    tests: textForReaders,
  },
  {
    rule: 'A turn has one notice a second, however many readers it has',
    file: notices,
    replace: '?? Number.NEGATIVE_INFINITY) < everyMs) return;',
    by: '?? Number.NEGATIVE_INFINITY) < 0) return;',
    tests: readerNotices,
  },
  {
    rule: 'Readers of many turns are announced in one statement',
    file: notices,
    replace: 'await new Promise((resolve) => setImmediate(resolve));',
    by: '',
    tests: readerNotices,
  },
  {
    rule: 'A notice of readers ends after its time',
    file: 'src/adapters/postgres/turns/turn-heartbeat.ts',
    replace: ' and read_until > now()',
    by: '',
    tests: storedReaders,
  },
  {
    rule: 'A notice of readers reaches the process that runs the turn, and no other',
    file: 'src/adapters/postgres/turns/turn-heartbeat.ts',
    replace: 'turn_readers where process_id = $1 and',
    by: 'turn_readers where',
    tests: storedReaders,
  },
  {
    rule: 'A notice of readers is never shortened by another',
    file: stored,
    replace: 'greatest(before.read_until, excluded.read_until)',
    by: 'excluded.read_until',
    tests: storedReaders,
  },
  {
    rule: 'A notice of readers is removed once its time is over',
    file: stored,
    replace: 'where read_until < now() for update',
    by: 'where false for update',
    tests: storedReaders,
  },
];
