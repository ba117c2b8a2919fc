import type { Break } from '../../break.ts';

const onAccount = ['test/browser/account-people.test.ts'];
const inChat = ['test/browser/chat/blocked.test.ts'];

export const blockedBreaks: readonly Break[] = [
  {
    rule: 'A blocked person is told so before writing',
    file: 'src/web/chat/actions/start-page.ts',
    replace: '    tellBlocked(chat),\n',
    by: '',
    tests: inChat,
  },
  {
    rule: 'The usage of a blocked user says so',
    file: 'src/core/usage/read-usage.ts',
    replace: '...(isBlocked ?',
    by: '...(isBlocked && counts.clientRequests < 0 ?',
    tests: ['test/flows/people/blocked-users.test.ts'],
  },
  {
    rule: 'Nobody is blocked with one click in a row of /account',
    file: 'src/web/account/people/block-switch.tsx',
    replace: 'else asking.value = true;',
    by: 'else void run(() => account.client.blockUser(identity).then(() => undefined));',
    tests: onAccount,
  },
  {
    rule: 'A block on /account is taken back by its Undo',
    file: 'src/web/account/people/blocked.ts',
    replace: 'unblockPerson(account, id, name).catch(',
    by: 'Promise.resolve().catch(',
    tests: onAccount,
  },
  {
    rule: 'A blocked person has a badge',
    file: 'src/web/account/people/block-switch.tsx',
    replace: '{isBlocked && <span class="badge danger">',
    by: '{isBlocked && busy.value && <span class="badge danger">',
    tests: onAccount,
  },
];
