import type { Break } from '../../break.ts';

const tests = ['test/cli/backup.test.ts'];

/** A backup holds the master secret and what people wrote. */
export const backupBreaks: readonly Break[] = [
  {
    rule: 'The files of a backup are private',
    file: 'src/adapters/postgres/backup/file-tree.ts',
    replace: "await using target = await open(to, 'wx', 0o600);",
    by: "await using target = await open(to, 'wx', 0o644);",
    tests,
  },
  {
    rule: 'The folders of a backup are private',
    file: 'src/adapters/postgres/backup/file-tree.ts',
    replace: 'await mkdir(folder, { recursive: true, mode: 0o700 })',
    by: 'await mkdir(folder, { recursive: true, mode: 0o755 })',
    tests,
  },
  {
    rule: 'The list of a backup’s files is private',
    file: 'src/adapters/postgres/backup/backup-manifest.ts',
    replace: "'wx', 0o600)",
    by: "'wx', 0o644)",
    tests,
  },
  {
    rule: 'The control file of a backup is private',
    file: 'src/adapters/postgres/backup/back-up-files.ts',
    replace: 'next, { mode: 0o600, flush: true }',
    by: 'next, { mode: 0o644, flush: true }',
    tests,
  },
  {
    rule: 'The label of a backup is private',
    file: 'src/adapters/postgres/backup/back-up-files.ts',
    replace: 'ended.label, { mode: 0o600, flush: true }',
    by: 'ended.label, { mode: 0o644, flush: true }',
    tests,
  },
  {
    rule: 'The folder of a backup is private, even where it stood before',
    file: 'src/app/back-up.ts',
    replace: '  await chmod(folder, 0o700);',
    by: '',
    tests,
  },
  {
    rule: 'A dump is private',
    file: 'src/adapters/postgres/backup/dump-database.ts',
    replace: '  await file.chmod(0o600);\n',
    by: '',
    tests: ['test/servers/dump.test.ts'],
  },
];
