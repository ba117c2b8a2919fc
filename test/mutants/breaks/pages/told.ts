import type { Break } from '../../break.ts';

const announced = ['test/browser/chat/announced.test.ts'];
const unread = ['test/browser/launcher/unread.test.ts'];

export const toldBreaks: readonly Break[] = [
  {
    rule: 'A connection that is lost while an answer is written is told',
    file: 'src/web/shared/api/follow-answer.ts',
    replace: 'listener.onConnection(false);',
    by: '',
    tests: announced,
  },
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
