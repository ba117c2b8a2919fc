import type { Break } from '../../break.ts';

const erasing = ['test/adapters/postgres/people/erasure-store.test.ts'];
const costing = ['test/adapters/postgres/people/erasure-cost.test.ts'];
const daily = ['test/adapters/postgres/people/days-of-person.test.ts'];
const held = 'src/adapters/postgres/people/held-tables.ts';
const statements = 'src/adapters/postgres/people/erasure-statements.ts';
const migration = 'database/migrations/0031-erasures.sql';

export const erasureCostBreaks: readonly Break[] = [
  {
    rule: 'An erasure finds the turns of a user by their index',
    file: 'src/adapters/postgres/people/turns-of-person.ts',
    replace: ' and t.finished_at is not null`',
    by: '`',
    tests: costing,
  },
  {
    rule: 'The usage of an erased user is found day by day',
    file: held,
    replace: "renamed('day', 'date', daysInTable('usage_users'))",
    by: "renamed('day', 'date', 'select distinct u.day from usage_users u where u.client_id = $1')",
    tests: costing,
  },
  {
    rule: "An erasure finds the ledger of a user by the user's turns",
    file: held,
    replace: '`select t.id as turn_id from turns t where',
    by: '`select l.turn_id from ledger l where l.client_id = $1` || `',
    tests: costing,
  },
  {
    rule: 'The ledger of an erased user is found under the pseudonym',
    file: held,
    replace: "endedTurnsOf('$3')",
    by: "endedTurnsOf('$2')",
    tests: erasing,
  },
  {
    rule: 'An erasure finds what was changed about a user by an index',
    file: migration,
    replace: 'audit_log (client_id, subject)',
    by: "audit_log (client_id) where subject = ''",
    tests: costing,
  },
  {
    rule: 'An erasure finds changes of the default user by an index',
    file: migration,
    replace: 'on audit_log (client_id)\n  where before',
    by: "on audit_log (client_id)\n  where subject = '' and before",
    tests: costing,
  },
  {
    rule: 'An erasure finds the events of a user by an index',
    file: migration,
    replace: 'where external_user_id is not null',
    by: "where external_user_id = ''",
    tests: costing,
  },
  {
    rule: 'An erasure finds the invitations of a user by an index',
    file: migration,
    replace: 'where link_issued_by is not null',
    by: "where link_issued_by = ''",
    tests: costing,
  },
  {
    rule: 'An erasure goes on within the key at which another release has stopped',
    file: statements,
    replace: '}) >= (',
    by: '}) > (',
    tests: erasing,
  },
  {
    rule: 'The days of a user are known where the client has no counts of them',
    file: 'src/adapters/postgres/people/days-in-table.ts',
    replace: 'table} u where u.client_id',
    by: "table.replace('usage_users', 'usage_clients')} u where u.client_id",
    tests: daily,
  },
  {
    rule: 'The usage of a user is exported day by day',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: "daysInTable('usage_users', `coalesce($3::date, '-infinity')`)",
    by: "'select day from usage_users where client_id = $1 and ($3::date is null or day > $3) group by day'",
    tests: daily,
  },
];
