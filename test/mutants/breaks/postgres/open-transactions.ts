import type { Break } from '../../break.ts';

const claim = 'database/functions/7-claim.sql';
const places = 'database/functions/3-queue-places.sql';
const cost = ['test/adapters/postgres/turns/open-transaction.test.ts'];
const place = ['test/adapters/postgres/turns/claim-place.test.ts'];
const kept = ['test/adapters/postgres/database/old-snapshots.test.ts'];

export const openTransactionBreaks: readonly Break[] = [
  {
    rule: 'A look for work asks the counts whether jobs wait, and not the turns',
    file: 'database/functions/12-due-work.sql',
    replace: 'queued := queue_length() > 0;',
    by: "queued := exists (select from turns where state = 'queued');",
    tests: cost,
  },
  {
    rule: 'A look for work goes through the held turns only when it is told to',
    file: 'database/functions/12-due-work.sql',
    replace: 'if p_held then',
    by: 'if true then',
    tests: cost,
  },
  {
    rule: 'A heartbeat finds each process by its newest version',
    file: 'database/functions/9-processes.sql',
    replace: 'from newest_processes() where lease_until > now()),',
    by: 'from processes where lease_until > now()),',
    tests: cost,
  },
  {
    rule: 'A claim looks for the next job from the place on where the last one found one',
    file: claim,
    replace: '(tag, id) >= (l.first_tag, l.first_id)',
    by: '(tag, id) >= (0, l.first_id)',
    tests: cost,
  },
  {
    rule: 'The rows of a lane are found without their dead versions',
    file: places,
    replace: 'if random() * l.renew_every >= p_changes then return; end if;',
    by: 'return;',
    tests: cost,
  },
  {
    rule: 'A position is counted without the entries of jobs that were claimed',
    file: places,
    replace: 'greatest(p_from_tag, l.first_tag)',
    by: 'least(p_from_tag, l.first_tag)',
    tests: cost,
  },
  {
    rule: 'The end of a turn does not read all that has waited',
    file: 'database/functions/8-endings.sql',
    replace: `(select true from turns q where q.client_id = t.client_id
          and q.conversation_id = t.conversation_id and q.state = 'queued' order by q.user_seq limit 1) is not null`,
    by: `exists (select from turns q where q.client_id = t.client_id
          and q.conversation_id = t.conversation_id and q.state = 'queued')`,
    tests: cost,
  },
  {
    rule: 'The rows that count a day are renewed now and then',
    file: 'src/adapters/postgres/admissions/store-turns.ts',
    replace: "'u.epoch + (random() * 64 < 1)::integer'",
    by: "'u.epoch'",
    tests: cost,
  },
  {
    rule: 'The newest version of the row that counts a day is found first',
    file: 'database/functions/1-days.sql',
    replace: 'order by epoch desc limit 1 for update;',
    by: 'order by epoch limit 1 for update;',
    tests: cost,
  },
  {
    rule: 'A job that waits again is found, although the next search begins behind it',
    file: 'database/functions/4-queue-counts.sql',
    replace: 'and (new.tag, new.id) < (first_tag, first_id);',
    by: 'and false;',
    tests: place,
  },
  {
    rule: 'New jobs are never behind the place where a claim begins to look',
    file: claim,
    replace: 'least(p_tag, p_time + 1)',
    by: 'p_tag',
    tests: place,
  },
  {
    rule: 'A claim does not begin to look behind a job that was only locked',
    file: claim,
    replace: 'advance_lane(l, v_last, v_first.tag, v_first.id, v_taken)',
    by: 'advance_lane(l, v_last, v_last, t.id, v_taken)',
    tests: place,
  },
  {
    rule: 'A claim begins anew where the counts know of a job that it did not find',
    file: claim,
    replace: 'v_first.tag := 0;',
    by: 'null;',
    tests: place,
  },
  {
    rule: 'A transaction that only reads counts as open',
    file: 'src/adapters/postgres/database/old-snapshots.ts',
    replace: '(backend_xmin is not null or backend_xid is not null)',
    by: 'backend_xid is not null',
    tests: kept,
  },
  {
    rule: 'A replication slot that nobody reads from is a warning',
    file: 'src/app/doctor/check-old-snapshots.ts',
    replace: 'slots.filter(({ isActive }) => !isActive)',
    by: 'slots.filter(({ isActive }) => isActive)',
    tests: kept,
  },
];
