import type { Break } from '../../break.ts';

const unread = ['test/browser/launcher/unread.test.ts'];

export const toldBreaks: readonly Break[] = [
  {
    rule: 'What is unread is counted on the button',
    file: 'src/launcher/view.ts',
    replace: 'badge.textContent',
    by: 'badge.title',
    tests: unread,
  },
  {
    rule: 'An answer that is written in the open chat is read',
    file: 'src/web/chat/embed/launched-chat.ts',
    replace: 'if (!isOpen) countUnread(unread + 1);',
    by: 'countUnread(unread + 1);',
    tests: unread,
  },
];
