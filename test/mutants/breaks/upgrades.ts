import type { Break } from '../break.ts';

const step = 'src/adapters/postgres/schema/schema-step.ts';
const schema = [
  'test/adapters/postgres/schema/schema-step.test.ts',
  'test/adapters/postgres/schema/migrate.test.ts',
];

export const upgradeBreaks: readonly Break[] = [
  {
    rule: 'A database of 0.1.0 keeps every row when it is migrated',
    file: 'database/migrations/0007-usage-clock.sql',
    replace: 'create or replace function usage_of(',
    by: "delete from ledger where kind = 'refund';\ncreate or replace function usage_of(",
    tests: ['test/flows/upgrades/upgrade.test.ts'],
  },
  {
    rule: 'Processes of 0.2.0 go on once the database is migrated',
    file: 'database/functions/1-days.sql',
    replace: 'create or replace function usage_of(',
    by: "alter table ledger add if not exists why text not null default '';\nalter table ledger alter why drop default;\ncreate or replace function usage_of(",
    tests: ['test/faults/upgrade-running.test.ts'],
  },
  {
    rule: 'A migration that was released is neither changed nor removed',
    file: 'scripts/checks/released-migrations.ts',
    replace: '!== checksum)',
    by: '=== null)',
    tests: ['test/scripts/released-migrations.test.ts'],
  },
  {
    rule: 'A lower release applies nothing to a database',
    file: step,
    replace: "if (history.length < migrations.length) throw unfinished(owner);\n    return { kind: 'none' };",
    by: "if (history.length < migrations.length) throw unfinished(owner);\n    return { kind: 'functions' };",
    tests: schema,
  },
  {
    rule: 'A release does not run beside one that is two releases newer',
    file: step,
    replace: '    refuseApart(release, owner);\n',
    by: '',
    tests: schema,
  },
  {
    rule: 'A lower release does not start in the middle of an upgrade that brings what it needs',
    file: step,
    replace: 'if (history.length < migrations.length) throw unfinished(owner);',
    by: '',
    tests: schema,
  },
  {
    rule: 'Functions are applied again when their text has changed',
    file: step,
    replace: 'owner?.version === release.version && owner.functions === functions.checksum',
    by: 'owner?.version === release.version',
    tests: schema,
  },
  {
    rule: 'A database knows its release from the first migration on',
    file: 'src/adapters/postgres/schema/migrate.ts',
    replace: '      await writeOwner(transaction, { ...release, functions: owner?.functions ?? null });\n',
    by: '',
    tests: schema,
  },
  {
    rule: 'A release allows the one before it beside its own processes',
    file: 'scripts/checks/released-migrations.ts',
    replace: 'if (runsBeside === latest) return [];',
    by: 'return [];',
    tests: ['test/scripts/released-migrations.test.ts'],
  },
  {
    rule: 'SQL functions fit on a screen',
    file: 'scripts/checks/sql-size.ts',
    replace: 'return lines > maxFunctionLines',
    by: 'return lines > 600',
    tests: ['test/scripts/sql-size.test.ts'],
  },
];

export const backupBreaks: readonly Break[] = [
  {
    rule: 'A backup of a running database has the log that makes its files consistent',
    file: 'src/adapters/postgres/backup/back-up-files.ts',
    replace: 'return /^[0-9A-F]{24}$/.test(path) && path >= firstSegment && path <= lastSegment;',
    by: 'return /^[0-9A-F]{24}$/.test(path) && path < firstSegment && path <= lastSegment;',
    tests: ['test/cli/backup.test.ts'],
  },
  {
    rule: 'A backup of the embedded database has the master secret',
    file: 'src/adapters/postgres/backup/back-up-files.ts',
    replace: '^(?:secret|outbox(?:\\/.*)?)$',
    by: '^(?:outbox(?:\\/.*)?)$',
    tests: ['test/cli/backup.test.ts'],
  },
  {
    rule: 'A backup replaces no files',
    file: 'src/app/back-up.ts',
    replace: 'if (found !== undefined) {',
    by: 'if (found === folder) {',
    tests: ['test/cli/backup.test.ts'],
  },
  {
    rule: 'A restore replaces no data folder',
    file: 'src/adapters/postgres/backup/restore-files.ts',
    replace: 'if (found === undefined) return;',
    by: 'if (found !== dataFolder) return;',
    tests: ['test/app/restore.test.ts'],
  },
  {
    rule: 'A restore verifies the backup before it writes',
    file: 'src/adapters/postgres/backup/verify-backup.ts',
    replace: 'if (found?.sha256 !== files.get(path)?.sha256) throw damaged(folder, path);',
    by: 'if (found === null) throw damaged(folder, path);',
    tests: ['test/app/restore.test.ts'],
  },
  {
    rule: 'A restore writes below the data folder only',
    file: 'src/adapters/postgres/backup/backup-manifest.ts',
    replace: '.every(isSafePath)',
    by: '.every((path) => path !== "")',
    tests: ['test/app/restore.test.ts'],
  },
  {
    rule: 'No new database is made where a restore was interrupted',
    file: 'src/adapters/postgres/embedded/embedded-cluster.ts',
    replace: '    refuseInterruptedRestore(home);\n',
    by: '',
    tests: ['test/adapters/postgres/embedded/embedded.test.ts'],
  },
  {
    rule: 'A pg_dump that is older than the server is not used',
    file: 'src/adapters/postgres/backup/client-programs.ts',
    replace: 'majorOf(version) >= major',
    by: 'majorOf(version) > 0',
    tests: ['test/adapters/postgres/backup/client-programs.test.ts'],
  },
  {
    rule: 'The password of the database is not among the arguments of a program',
    file: 'src/adapters/postgres/backup/libpq-address.ts',
    replace: "url.password = '';",
    by: '',
    tests: ['test/adapters/postgres/backup/libpq-address.test.ts'],
  },
  {
    rule: 'The line about a backup comes before an upgrade of a database',
    file: 'src/adapters/postgres/schema/migrate.ts',
    replace: "if (isUpgrade && step.kind !== 'none') announce(owner);",
    by: '',
    tests: ['test/flows/upgrades/upgrade.test.ts'],
  },
  {
    rule: 'A migration that waits for a lock lets others pass',
    file: 'src/adapters/postgres/schema/migrate.ts',
    replace: 'lockTimeoutMs: 2_000',
    by: 'lockTimeoutMs: 0',
    tests: ['test/adapters/postgres/schema/migrate.test.ts'],
  },
];
