import type { Break } from '../break.ts';

const reader = 'src/core/jobs/live-reader.ts';
const grid = 'src/core/jobs/reading-pace.ts';
const liveReader = ['test/core/jobs/live-reader.test.ts'];
const readingPace = ['test/core/jobs/reading-pace.test.ts'];
const flows = ['test/flows/answers/reading-pace.test.ts'];

export const readingPaceBreaks: readonly Break[] = [
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
