import type { Break } from '../../break.ts';

const files = ['test/scripts/checks/repository-files.test.ts'];
const needs = ['test/scripts/testing/system-needs.test.ts'];

export const testNeedsBreaks: readonly Break[] = [
  {
    rule: 'Every user may pass through the folders of tests',
    file: 'test/support/machine/make-folder.ts',
    replace: '  chmodSync(folder, 0o711);\n',
    by: '',
    tests: ['test/scripts/testing/make-folder.test.ts'],
  },
  {
    rule: 'Tests make temporary folders in one place',
    file: 'scripts/checks/test-folders.ts',
    replace: 'maker.test(line)',
    by: 'line === helper',
    tests: ['test/scripts/checks/test-folders.test.ts'],
  },
  {
    rule: 'The checks leave out what .gitignore excludes',
    file: 'scripts/checks/repository-files.ts',
    replace: '    if (isIgnored(path)) return [];\n',
    by: '',
    tests: files,
  },
  {
    rule: 'A pattern of .gitignore with a slash is tied to the root',
    file: 'scripts/checks/repository-files.ts',
    replace: "line.slice(0, -1).includes('/') ? '^' : '(?:^|/)'",
    by: "'(?:^|/)'",
    tests: files,
  },
  {
    rule: 'A pattern of .gitignore that the checks would read otherwise than git is refused',
    file: 'scripts/checks/repository-files.ts',
    replace: 'if (/[!?[\\]\\\\]|\\*\\*|\\s$/.test(line)) {',
    by: "if (line === '') {",
    tests: files,
  },
  {
    rule: 'What the tests lack is named before they run',
    file: 'scripts/testing/system-needs.ts',
    replace: 'if (missing.length === 0) return null;',
    by: 'if (missing.length >= 0) return null;',
    tests: needs,
  },
  {
    rule: 'README gives the command that brings what the tests need',
    file: 'README.md',
    replace: '`apt-get install python3 curl`',
    by: '`apt-get install python3`',
    tests: needs,
  },
  {
    rule: 'A process that was not collected yet counts as dead',
    file: 'test/support/machine/processes.ts',
    replace: "/cmdline`) !== ''",
    by: "/stat`) !== ''",
    tests: ['test/scripts/testing/processes.test.ts'],
  },
  {
    rule: 'What a test has left running fails the run',
    file: 'scripts/test.ts',
    replace: 'havePassed && left.length === 0',
    by: 'havePassed',
    tests: ['test/scripts/testing/left-processes.test.ts'],
  },
  {
    rule: 'A test that asserts nothing fails the run',
    file: 'scripts/test.ts',
    replace: "['scripts/testing/count-assertions.ts', ...files]",
    by: 'files',
    tests: ['test/scripts/testing/count-assertions.test.ts'],
  },
  {
    rule: 'Only those that have looked at a caller or a turn vouch for it',
    file: 'scripts/checks/layers.ts',
    replace: '!known.includes(path) &&',
    by: "path.startsWith('src/worker/') && !known.includes(path) &&",
    tests: ['test/scripts/layers.test.ts'],
  },
  {
    rule: 'What a test has left running ends with the run',
    file: 'scripts/testing/processes-of-run.ts',
    replace: "process.kill(pid, 'SIGKILL')",
    by: 'process.kill(pid, 0)',
    tests: ['test/scripts/testing/left-processes.test.ts'],
  },
  {
    rule: 'A PostgreSQL of the tests that is stopped at once keeps what it has committed',
    file: 'src/adapters/postgres/embedded/embedded-settings.ts',
    replace: "full_page_writes: 'off', max_connections",
    by: "full_page_writes: 'off', synchronous_commit: 'off', max_connections",
    tests: ['test/adapters/postgres/embedded/embedded-crash.test.ts'],
  },
  {
    rule: 'A run begins with the longest files and those of a browser in turn',
    file: 'scripts/testing/test-processes.ts',
    replace: '[...some.slice(place, place + 1), ...others.slice(place, place + 1)]',
    by: '[...others.slice(place, place + 1), ...some.slice(place, place + 1)]',
    tests: ['test/scripts/test-processes.test.ts'],
  },
];
