import type { Break } from '../../break.ts';

const announced = ['test/browser/chat/announced.test.ts'];
const unread = ['test/browser/launcher/unread.test.ts'];

export const toldBreaks: readonly Break[] = [
  {
    rule: 'What grows in the conversation is not announced piece by piece',
    file: 'src/web/chat/conversation/log.tsx',
    replace: 'aria-live="off"',
    by: 'aria-live="polite"',
    tests: announced,
  },
  {
    rule: 'That an answer is written and that it has ended is announced',
    file: 'src/web/chat/app.tsx',
    replace: '<div class="visually-hidden" role="status">',
    by: '<div class="visually-hidden">',
    tests: announced,
  },
  {
    rule: 'A finished answer is announced where the browser has no call for it',
    file: 'src/web/chat/app.tsx',
    replace: '<div class="visually-hidden" aria-live="polite">',
    by: '<div class="visually-hidden" aria-live="off">',
    tests: announced,
  },
  {
    rule: 'A stop is announced as one',
    file: 'src/web/chat/actions/settle-answer.ts',
    replace: ': answerStopped;',
    by: ': answerComplete;',
    tests: announced,
  },
  {
    rule: 'A refusal is announced at once',
    file: 'src/web/chat/composer/notice-bar.tsx',
    replace: '<div id={noticeId} role="alert">',
    by: '<div id={noticeId}>',
    tests: announced,
  },
  {
    rule: 'A lost connection is announced as well as shown',
    file: 'src/web/chat/actions/settle-answer.ts',
    replace: 'chat.status.value = connected ? laterText.progress.answering : text.conversation.reconnecting;',
    by: '',
    tests: announced,
  },
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
    rule: 'What was unread is read once the chat is opened',
    file: 'src/web/chat/embed/launched-chat.ts',
    replace: 'if (isOpen) countUnread(0);',
    by: '',
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
