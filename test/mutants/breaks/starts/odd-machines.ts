import type { Break } from '../../break.ts';

const machines = ['test/main/odd-machines.test.ts'];

export const oddMachineBreaks: readonly Break[] = [
  {
    rule: 'The log of PostgreSQL is closed to other users, whatever the umask',
    file: 'src/adapters/postgres/embedded/embedded-postmaster.ts',
    replace: "open(logFile, 'a', 0o600)",
    by: "open(logFile, 'a')",
    tests: machines,
  },
  {
    rule: 'A user id without a name is given one where user namespaces are allowed',
    file: 'src/adapters/postgres/embedded/embedded-user.ts',
    replace: 'hasName() || !options.userNamespaces ? self : withName(self)',
    by: 'self',
    tests: machines,
  },
  {
    rule: 'A user id without a name is told what to do where it cannot be given one',
    file: 'src/adapters/postgres/embedded/embedded-failure.ts',
    replace: '/could not look up effective user ID/',
    by: '/could not look up the effective user ID/',
    tests: machines,
  },
];
