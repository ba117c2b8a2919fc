import type { Break } from '../../break.ts';

const readJob = 'src/core/jobs/read-job.ts';
const tests = ['test/flows/jobs/read.test.ts'];

/** What ends the wait of a reader that asked for the end alone. */
export const untilFinalBreaks: readonly Break[] = [
  {
    rule: 'A version that the reader does not know is no news to one that waits for the end',
    file: readJob,
    replace: "(until === 'change' && !isOld(first))",
    by: '!isOld(first)',
    tests,
  },
  {
    rule: 'A change of the state is no news to a reader that waits for the end',
    file: readJob,
    replace: "until === 'final' ? isFinal(look.record.state) : !isOld",
    by: '!isOld',
    tests,
  },
  {
    rule: 'Text is no news to a reader that waits for the end',
    file: readJob,
    replace: "(until === 'change' && output.text !== '') ||",
    by: "output.text !== '' ||",
    tests,
  },
];
