import type { Break } from '../../break.ts';

const sentences = ['test/main/start-failures.test.ts'];

export const failedStartBreaks: readonly Break[] = [
  {
    rule: 'A full disk is named when not even the locks can be taken',
    file: 'src/adapters/postgres/embedded/data-folder-lock.ts',
    replace: 'codeOf(error) === sqliteCodes.full',
    by: 'codeOf(error) === sqliteCodes.busy',
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
