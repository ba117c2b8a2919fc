import type { Break } from '../break.ts';

const following = ['test/browser/chat/following.test.ts'];
const keyboard = ['test/browser/chat-keyboard.test.ts'];
const bound = ['test/web/markdown-bound.test.ts'];

export const logBreaks: readonly Break[] = [
  {
    rule: 'A sent question moves to the top, also where the page follows the end',
    file: 'src/web/chat/scrolling/use-follow.ts',
    replace: "if (last.fresh) place.value = 'question';",
    by: "if (last.fresh && place.value === 'reader') place.value = 'question';",
    tests: following,
  },
  {
    rule: 'The page’s own scrolling is not taken for the reader’s',
    file: 'src/web/chat/scrolling/reader-scroll.ts',
    replace: 'if (held || now < until) {',
    by: 'if (wanted !== null || held || now < until) {',
    tests: following,
  },
  {
    rule: 'The reader’s wheel, keys and scrollbar end the following of the end',
    file: 'src/web/chat/scrolling/follow.ts',
    replace: "place.value = direction === 'down' && end.isReached() ? 'end' : 'reader';",
    by: "if (direction === 'down' && end.isReached()) place.value = 'end';",
    tests: following,
  },
  {
    rule: 'A question stays at the top when the window gets another size',
    file: 'src/web/chat/scrolling/follow.ts',
    replace: "if (place.value === 'question' && size !== sizeOf(node))",
    by: "if (place.value === 'question' && size === '')",
    tests: following,
  },
  {
    rule: 'Earlier messages leave what is read in place in browsers that do not keep it',
    file: 'src/web/chat/scrolling/kept-place.ts',
    replace: 'restore(node, mark);',
    by: '',
    tests: following,
  },
  {
    rule: 'Earlier messages come before the reader reaches them',
    file: 'src/web/chat/scrolling/earlier.ts',
    replace: 'if (entries.some(({ isIntersecting }) => isIntersecting)) void showEarlier(chat);',
    by: '',
    tests: following,
  },
  {
    rule: 'Printing waits for everything to be loaded',
    file: 'src/web/chat/scrolling/earlier.ts',
    replace: 'void printConversation(chat);',
    by: 'window.print();',
    tests: following,
  },
  {
    rule: 'A bare address and brackets are read within the bound',
    file: 'src/web/shared/markdown/parse-bound.ts',
    replace: '.,:;&@()',
    by: '.,:;&@',
    tests: bound,
  },
  {
    rule: 'A formula is searched for near the beginning of a paragraph only',
    file: 'src/web/shared/markdown/formulas/math-syntax.ts',
    replace: 'source.slice(0, longestParagraph).split',
    by: 'source.split',
    tests: bound,
  },
  {
    rule: 'The height of Message is kept while one types',
    file: 'src/web/chat/composer/keep-height.ts',
    replace: 'if (isLonger) timer = setTimeout(() => keep(area));',
    by: '',
    tests: keyboard,
  },
  {
    rule: 'Message gets another height when the window gets another size',
    file: 'src/web/chat/composer/keep-height.ts',
    replace: 'if (kept !== null && kept.area.clientWidth !== kept.width) release();',
    by: '',
    tests: keyboard,
  },
  {
    rule: 'Message gets lower when its text is replaced',
    file: 'src/web/chat/composer/keep-height.ts',
    replace: ' && area.value.length === length + (event.data?.length ?? 0)',
    by: '',
    tests: keyboard,
  },
  {
    rule: 'Message gets lower when its text is sent',
    file: 'src/web/chat/composer/keep-height.ts',
    replace: 'if (kept !== null && kept.area.value !== draft) release();',
    by: '',
    tests: keyboard,
  },
  {
    rule: 'A look at a conversation that has not changed draws no list again',
    file: 'src/web/chat/state/change-item.ts',
    replace: ' && !agrees(item, change)',
    by: '',
    tests: ['test/web/change-item.test.ts'],
  },
  {
    rule: 'Tables and code of answers above stay out of the layout until they come into view',
    file: 'src/web/chat/conversation/turn-view.tsx',
    replace: "turn.fresh ? ' sent' : ''",
    by: "turn.fresh && isLast ? ' sent' : ''",
    tests: following,
  },
  {
    rule: 'What was loaded is not laid out with an answer that grows',
    file: 'src/web/chat/conversation/log.tsx',
    replace: 'turns.slice(0, sent)',
    by: 'turns',
    tests: following,
  },
];
