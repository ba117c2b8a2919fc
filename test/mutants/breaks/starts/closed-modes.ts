import type { Break } from '../../break.ts';

const binaries = 'src/adapters/postgres/embedded/embedded-binaries.ts';
const programs = ['test/adapters/postgres/embedded/embedded-binaries.test.ts'];

export const closedModeBreaks: readonly Break[] = [
  {
    rule: "PostgreSQL's user may enter a copy of the programs, whatever modes they were installed with",
    file: binaries,
    replace: 'if (entry.isDirectory()) await chmod(path, 0o755);',
    by: 'if (entry.isDirectory()) continue;',
    tests: programs,
  },
  {
    rule: 'A copy of the programs that an earlier start left closed is opened',
    file: binaries,
    replace: 'await openToAll(copy);',
    by: '',
    tests: programs,
  },
  {
    rule: "PostgreSQL's user may pass through the folders that a start has made above the data folder",
    file: 'src/adapters/postgres/embedded/data-folder.ts',
    replace: 'await chmod(parent, 0o711);',
    by: '',
    tests: ['test/adapters/postgres/embedded/embedded-home.test.ts'],
  },
];
