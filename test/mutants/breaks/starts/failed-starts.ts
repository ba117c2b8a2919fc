import type { Break } from '../../break.ts';

const failed = ['test/main/failed-starts.test.ts'];
const sentences = ['test/main/start-failures.test.ts'];

export const failedStartBreaks: readonly Break[] = [
  {
    rule: 'A start that fails stops the PostgreSQL that it has started',
    file: 'src/adapters/postgres/embedded/embedded.ts',
    replace: 'await share.giveBack().catch(() => undefined);',
    by: '',
    tests: failed,
  },
  {
    rule: 'A start that is interrupted ends the making of the database files, and waits for it',
    file: 'src/adapters/postgres/embedded/embedded-cluster.ts',
    replace: 'making.child.kill()',
    by: 'undefined',
    tests: failed,
  },
  {
    rule: 'A start that is interrupted waits until the PostgreSQL that it was starting is gone',
    file: 'src/adapters/postgres/embedded/embedded-postmaster.ts',
    replace: 'child.ref();',
    by: '',
    tests: failed,
  },
  {
    rule: 'A process that exits without giving its share back stops the PostgreSQL of which it was the last holder',
    file: 'src/adapters/postgres/embedded/embedded-share.ts',
    replace: 'for (const share of shares) share.abandon();',
    by: '',
    tests: ['test/adapters/postgres/embedded/embedded.test.ts'],
  },
  {
    rule: 'A process that exits without giving its share back leaves the PostgreSQL of others alone',
    file: 'src/adapters/postgres/embedded/embedded-share.ts',
    replace: 'if (this.#locks.isFree()) interruptPostmaster(this.#cluster);',
    by: 'interruptPostmaster(this.#cluster);',
    tests: ['test/adapters/postgres/embedded/embedded.test.ts'],
  },
  {
    rule: 'A command that a signal ends stops the PostgreSQL that it has started',
    file: 'src/main.ts',
    replace: '  exitOnSignals();\n',
    by: '',
    tests: failed,
  },
  {
    rule: 'A full disk is named when not even the locks can be taken',
    file: 'src/adapters/postgres/embedded/data-folder-lock.ts',
    replace: 'codeOf(error) === sqliteCodes.full',
    by: 'codeOf(error) === sqliteCodes.busy',
    tests: sentences,
  },
  {
    rule: 'A failure of what undoes a start does not hide why the start failed',
    file: 'src/app/explain-failure.ts',
    replace: 'return explained(error.suppressed, config);',
    by: 'return explained(error.error, config);',
    tests: sentences,
  },
  {
    rule: 'A read-only disk is not taken for a link to nowhere',
    file: 'src/adapters/postgres/embedded/data-folder.ts',
    replace: 'await access(await existingParent(folder), constants.W_OK);',
    by: '',
    tests: sentences,
  },
];
