import type { Break } from '../../break.ts';

const slices = ['test/adapters/postgres/database/delete-slice.test.ts'];

export const sliceBreaks: readonly Break[] = [
  {
    rule: 'what has passed its time is deleted in slices',
    file: 'src/adapters/postgres/database/delete-slice.ts',
    replace: 'const rowsOfSlice = 10_000;',
    by: 'const rowsOfSlice = 10_000_000;',
    tests: slices,
  },
  {
    rule: 'a full slice says that more may be left',
    file: 'src/adapters/postgres/database/delete-slice.ts',
    replace: 'isMoreLeft = true;',
    by: 'isMoreLeft = false;',
    tests: slices,
  },
  {
    rule: 'the recovery tidies on where more is left',
    file: 'src/core/turn/process/recovery.ts',
    replace: 'if (await turns.tidy()) this.#lastTidying',
    by: 'if (!(await turns.tidy()) && false) this.#lastTidying',
    tests: ['test/core/turn/process/recovery.test.ts'],
  },
  {
    rule: 'a process prunes on where more is left',
    file: 'src/core/numbers/process-reporter.ts',
    replace: '(await store.foldUsage()) || (await store.prune())',
    by: '(await store.foldUsage()) || ((await store.prune()) && false)',
    tests: ['test/core/numbers/process-reporter.test.ts'],
  },
];
