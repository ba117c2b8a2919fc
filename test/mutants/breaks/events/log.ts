import type { Break } from '../../break.ts';

const functions = 'database/functions/10-events.sql';
const log = 'src/adapters/postgres/events/event-log-store.ts';
const order = ['test/adapters/postgres/events/event-order.test.ts'];
const flow = ['test/flows/events/events.test.ts'];

export const eventBreaks: readonly Break[] = [
  {
    rule: 'The log is read behind the oldest transaction that still runs',
    file: log,
    replace: 'where client_id = $1 and (xid, seq) > ($2::xid8, $3::bigint) and xid < s.horizon',
    by: 'where client_id = $1 and (xid, seq) > ($2::xid8, $3::bigint)',
    tests: order,
  },
  {
    rule: 'The log is ordered by transactions, and not by numbers that were taken before a commit',
    file: log,
    replace: 'order by client_id, xid, seq limit $5) e on true\n  order by e.xid, e.seq`',
    by: 'order by client_id, seq limit $5) e on true\n  order by e.seq`',
    tests: order,
  },
  {
    rule: 'A cursor of an earlier generation of the log has expired',
    file: log,
    replace: 'coalesce($6 <> l.generation or ',
    by: 'coalesce(',
    tests: order,
  },
  {
    rule: 'A cursor that is older than the log has expired',
    file: log,
    replace: " or $7 < s.read_at - interval '31 days'",
    by: '',
    tests: order,
  },
  {
    rule: 'Reading begins a day behind the end of the oldest cursors',
    file: log,
    replace: "($6::integer is not null or created_at > s.read_at - interval '30 days')",
    by: 'true',
    tests: order,
  },
  {
    rule: 'A cursor from beyond the horizon has expired',
    file: log,
    replace: 'or $2::xid8 > s.horizon ',
    by: '',
    tests: order,
  },
  {
    rule: 'Events of a restored dump do not lie in the future',
    file: functions,
    replace: "update events set xid = '0' where xid <> '0';",
    by: '',
    tests: order,
  },
  {
    rule: 'A restore begins a generation of the log',
    file: 'src/app/restore.ts',
    replace: '  await renewEventLog(database);\n',
    by: '',
    tests: ['test/cli/backup.test.ts'],
  },
  {
    rule: 'Events are kept for 30 days',
    file: functions,
    replace: "      and e.created_at < now() - interval '32 days'",
    by: '      and false',
    tests: order,
  },
  {
    rule: 'A client that uses no events stores none',
    file: functions,
    replace: 'join clients c on c.id = a.client_id and c.events_since is not null',
    by: 'join clients c on c.id = a.client_id',
    tests: ['test/flows/events/events.test.ts'],
  },
  {
    rule: 'The end of a job is an event of the transaction that ends it',
    file: 'database/functions/8-endings.sql',
    replace: 'if v_told is not null then perform record_endings(v_clients, v_told); end if;',
    by: '',
    tests: flow,
  },
  {
    rule: 'A stream is told of only when it fails',
    file: 'database/functions/8-endings.sql',
    replace: "case when t.door = 'job' or x.state = 'failed'",
    by: 'case when true',
    tests: flow,
  },
  {
    rule: 'A limit is announced at 80 per cent',
    file: 'src/core/turn/admission/quota-notices.ts',
    replace: 'const warningPercent = 80;',
    by: 'const warningPercent = 79;',
    tests: flow,
  },
  {
    rule: 'Looking for the first time begins the log',
    file: 'src/core/events/read-events.ts',
    replace: 'if (!client.usesEvents) await log.begin(client.id);',
    by: '',
    tests: flow,
  },
  {
    rule: 'The readers of a client that wait are limited',
    file: 'src/core/events/read-events.ts',
    replace: "using _ = readers.enter({ clientId: client.id, userId: '' });",
    by: '',
    tests: flow,
  },
  {
    rule: 'A cursor has a time that the database knows',
    file: 'src/core/events/event-cursor.ts',
    replace: ' && position.at.getTime() < latestMs',
    by: '',
    tests: ['test/core/events/event-cursor.test.ts'],
  },
  {
    rule: 'Each restore of a backup has another generation of the log',
    file: functions,
    replace: 'floor(random() * 999999998)::integer',
    by: '1',
    tests: order,
  },
  {
    rule: 'A stop waits for no reader of events',
    file: 'src/app/create-http.ts',
    replace: 'events[Symbol.dispose]();',
    by: '',
    tests: ['test/flows/answers/drain.test.ts'],
  },
];
