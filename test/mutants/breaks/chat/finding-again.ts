import type { Break } from '../../break.ts';

const tests = ['test/browser/chat/finding-again.test.ts'];

export const findingAgainBreaks: readonly Break[] = [
  {
    rule: 'A link to a conversation that no longer exists says so',
    file: 'src/web/chat/actions/start-page.ts',
    replace: 'if (wanted !== null && conversation === null',
    by: 'if (wanted !== null && conversation !== null',
    tests,
  },
  {
    rule: 'Arrow keys move between the search and what it found',
    file: 'src/web/chat/search/walk-results.ts',
    replace: "key === 'ArrowDown' ? 1 : ",
    by: '',
    tests,
  },
  {
    rule: 'Enter in the search opens the first that was found',
    file: 'src/web/chat/search/walk-results.ts',
    replace: 'if (at === 0 && isSendKey(event)) onFirst();',
    by: '',
    tests,
  },
  {
    rule: 'Enter in the search waits for what is found',
    file: 'src/web/chat/search/search-results.tsx',
    replace: 'wantedFor.value !== null && wantedFor.value === foundFor.value',
    by: 'wantedFor.value !== null',
    tests,
  },
  {
    rule: 'Enter in the search counts before the page has drawn what was typed',
    file: 'src/web/chat/search/search-results.tsx',
    replace: 'if (wantedFor.peek() !== query) wantedFor.value = null;',
    by: 'wantedFor.value = null;',
    tests,
  },
  {
    rule: 'A conversation whose answer is being written is marked in the list',
    file: 'src/web/chat/actions/settle-answer.ts',
    replace: "setMark(uuid, 'running');",
    by: '',
    tests,
  },
  {
    rule: 'A conversation that has answered while another one was shown is marked in the list',
    file: 'src/web/chat/actions/settle-answer.ts',
    replace: "chat.current.value === open ? null : 'unread'",
    by: 'null',
    tests,
  },
  {
    rule: 'A conversation that is opened is read',
    file: 'src/web/chat/actions/show-conversation.ts',
    replace: '  setRead(uuid);\n',
    by: '',
    tests,
  },
  {
    rule: 'The end of an answer that grows is marked behind its last word',
    file: 'src/web/chat/styles/log.css',
    replace: '.streaming > .markdown > :is(p, h3, h4, h5):last-child::after,',
    by: '.streaming > .markdown > :is(h3, h4, h5):last-child::after,',
    tests,
  },
  {
    rule: 'An answer is copied formatted beside its Markdown',
    file: 'src/web/chat/conversation/copy-formatted.ts',
    replace: "asBlob(htmlOf(shown), 'text/html')",
    by: "asBlob(text, 'text/html')",
    tests,
  },
  {
    rule: 'What is copied has none of the tools of the page',
    file: 'src/web/chat/conversation/copy-formatted.ts',
    replace: "for (const tool of copy.querySelectorAll('button, figcaption')) tool.remove();",
    by: '',
    tests,
  },
];
