import type { Break } from '../../break.ts';

const tests = ['test/browser/launcher/restore.test.ts'];
const restoring = 'src/web/chat/embed/restore-last.ts';
const launched = 'src/web/chat/embed/launched-chat.ts';

export const restoringBreaks: readonly Break[] = [
  {
    rule: "A page load reopens the visitor's last conversation in the launcher",
    file: launched,
    replace: 'if (mayRestore) restoreLast(chat);',
    by: '',
    tests,
  },
  {
    rule: 'The launcher reopens nothing that was used longer than a day ago',
    file: restoring,
    replace: '24 * 3_600_000',
    by: '48 * 3_600_000',
    tests,
  },
  {
    rule: 'The conversation that was used last reopens, and not the one that is pinned',
    file: restoring,
    replace: 'const [last] = chat.list.items.value;',
    by: 'const [last] = chat.list.items.value.filter(({ pinned }) => pinned);',
    tests,
  },
  {
    rule: 'data-restore="off" has the launcher begin with a new conversation',
    file: 'src/launcher/panel/main.ts',
    replace: "options().restore !== 'off'",
    by: "options().restore !== 'never'",
    tests,
  },
  {
    rule: 'A conversation that the page asks for is not replaced by the last one',
    file: launched,
    replace: 'mayRestore = false;\n        startNewConversation',
    by: 'startNewConversation',
    tests,
  },
  {
    rule: 'A launcher of an earlier release, which says nothing of restoring, gets its port',
    file: 'src/web/shared/embed/host-link.ts',
    replace: '{ restore: null, ...event.data }',
    by: 'event.data',
    tests: ['test/web/embed/host-link.test.ts'],
  },
];
