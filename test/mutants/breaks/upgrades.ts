import type { Break } from '../break.ts';

export const upgradeBreaks: readonly Break[] = [
  {
    rule: 'A database of 0.1.0 keeps every row when it is migrated',
    file: 'database/migrations/0007-usage-clock.sql',
    replace: 'create or replace function usage_of(',
    by: "delete from ledger where kind = 'refund';\ncreate or replace function usage_of(",
    tests: ['test/flows/upgrades/upgrade.test.ts'],
  },
  {
    rule: 'Processes of 0.1.0 go on once the database is migrated',
    file: 'database/migrations/0007-usage-clock.sql',
    replace: 'create or replace function usage_of(',
    by: "alter table ledger add why text not null default '';\nalter table ledger alter why drop default;\ncreate or replace function usage_of(",
    tests: ['test/flows/upgrades/upgrade-running.test.ts'],
  },
  {
    rule: 'A migration that was released is neither changed nor removed',
    file: 'scripts/checks/released-migrations.ts',
    replace: '!== checksum)',
    by: '=== null)',
    tests: ['test/scripts/released-migrations.test.ts'],
  },
];
