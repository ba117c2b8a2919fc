import type { Break } from '../../break.ts';

const store = 'src/adapters/postgres/people/user-data-store.ts';
const tests = ['test/adapters/postgres/people/user-data-store.test.ts'];

export const exportBreaks: readonly Break[] = [
  {
    rule: 'A long export lets other requests have their turn',
    file: 'src/http/streaming/send-lines.ts',
    replace: 'performance.now() - begunAt < sliceMs',
    by: 'performance.now() >= begunAt',
    tests: ['test/flows/people/long-export.test.ts'],
  },
  {
    rule: 'A person’s export has the changes of one client only',
    file: store,
    replace: 'where a.client_id = $1 and (a.actor',
    by: 'where $1::integer is not null and (a.actor',
    tests,
  },
  {
    rule: 'A person’s export has what others changed about the person',
    file: store,
    replace: '(a.actor = $2 or a.subject = $2)',
    by: '(a.actor = $2)',
    tests,
  },
  {
    rule: 'A person’s export has what the person changed',
    file: store,
    replace: '(a.actor = $2 or a.subject = $2)',
    by: '(a.subject = $2)',
    tests,
  },
  {
    rule: 'A person’s export goes on behind a full page',
    file: store,
    replace: 'rows.length < size',
    by: 'rows.length <= size',
    tests,
  },
  {
    rule: 'A person’s export has every line once',
    file: store,
    replace: '($3::uuid is null or id > $3)',
    by: '($3::uuid is null or id >= $3)',
    tests,
  },
  {
    rule: 'A person’s export has the conversations of one client only',
    file: store,
    replace: 'from conversations where client_id = $1 and external_user_id = $2',
    by: 'from conversations where $1::integer is not null and external_user_id = $2',
    tests,
  },
  {
    rule: 'A person’s export has the conversations of one person only',
    file: store,
    replace: 'from conversations where client_id = $1 and external_user_id = $2',
    by: 'from conversations where client_id = $1 and $2::text is not null',
    tests,
  },
  {
    rule: 'A person’s export has the use of one person only',
    file: store,
    replace: 'u.day = d.day and u.external_user_id = $2\n  order',
    by: 'u.day = d.day and $2::text is not null\n  order',
    tests,
  },
  {
    rule: 'A person’s export has the use at one client only',
    file: store,
    replace: 'join usage_users u on u.client_id = $1 and u.day = d.day and u.external_user_id = $2\n  order',
    by: 'join usage_users u on u.day = d.day and u.external_user_id = $2\n  order',
    tests,
  },
  {
    rule: 'A person’s export has the messages in their order',
    file: store,
    replace: 'order by m.seq limit $5',
    by: 'order by m.id limit $5',
    tests,
  },
];
