import type { Break } from '../../break.ts';

const tests = ['test/browser/chat-turns.test.ts'];
const lost = ['test/browser/chat/lost-parts.test.ts'];

export const chatTurnBreaks: readonly Break[] = [
  {
    rule: 'A part of the chat that cannot be loaded is told',
    file: 'src/web/chat/parts.ts',
    replace: 'message: navigator.onLine ? unreachable : offline,',
    by: "message: '',",
    tests: lost,
  },
  {
    rule: 'A part of the chat that could not be loaded is loaded with another try',
    file: 'src/web/shared/import-whole.ts',
    replace: '  await fetchWhole(file);\n',
    by: '',
    tests: lost,
  },
  {
    rule: 'A part of the chat is imported once all of its files are there, because a browser keeps a failed import',
    file: 'src/web/shared/import-whole.ts',
    replace: 'await Promise.all([...imports].map',
    by: 'void ([...imports].map',
    tests: lost,
  },
  {
    rule: 'An edited question takes the place of the one before it',
    file: 'src/web/chat/versions/replace-question.ts',
    replace: 'options: { ...options, replaces } };',
    by: 'options };',
    tests,
  },
  {
    rule: 'What is sent after a stop before the first word takes the place of the stopped question',
    file: 'src/web/chat/actions/return-words.ts',
    replace: 'else chat.drafts.withdraw(conversation, question);',
    by: '',
    tests,
  },
  {
    rule: 'An edit of a question that another window has replaced keeps its words',
    file: 'src/web/chat/versions/replace-question.ts',
    replace: 'chat.drafts.giveBack(open.uuid.value, question);',
    by: '',
    tests,
  },
  {
    rule: 'Escape in a search clears it and lets the answer go on',
    file: 'src/web/chat/sidebar/search.tsx',
    replace: "if (event.key !== 'Escape' || query.value === '') return;",
    by: 'if (event.key) return;',
    tests,
  },
  {
    rule: 'Copy says only for a moment that it has copied',
    file: 'src/web/chat/conversation/copy-button.tsx',
    replace: 'copied.value = false;',
    by: '',
    tests,
  },
  {
    rule: 'A stop before the first word returns the question to the composer',
    file: 'src/web/chat/actions/return-words.ts',
    replace: '  chat.drafts.giveBack(conversation, words);',
    by: '',
    tests,
  },
  {
    rule: 'A browser lists no answer as cancelled that has ended',
    file: 'src/web/shared/api/read-events.ts',
    replace: '  keepListed(response);\n',
    by: '',
    tests: ['test/browser/chat/finished-streams.test.ts'],
  },
  {
    rule: 'A finished answer is read to the end of its response',
    file: 'src/web/shared/api/read-events.ts',
    replace: 'void readToEnd(reader);',
    by: 'reader.cancel().catch(() => undefined);',
    tests: ['test/web/read-events.test.ts'],
  },
  {
    rule: 'A shortcut that comes before its part is performed once that is there',
    file: 'src/web/chat/start-rest.ts',
    replace: "  addEventListener('keydown', onKeyDown);",
    by: '',
    tests: ['test/browser/chat-keyboard.test.ts'],
  },
  {
    rule: 'An early key of the browser itself is left to it, also with caps lock',
    file: 'src/web/chat/start-rest.ts',
    replace: 'shiftKey ? /^[oc]$/i',
    by: 'true ? /^[kOC]$/',
    tests: ['test/browser/chat-keyboard.test.ts'],
  },
];
