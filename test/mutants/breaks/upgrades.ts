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
    tests: ['test/flows/upgrades/upgrade-running.test.ts'],
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
