import type { Break } from '../../break.ts';

const bound = ['test/web/markdown-bound.test.ts'];
const nodes = ['test/web/markdown.test.ts'];
const long = ['test/browser/reading/long-answers.test.ts'];
const fold = ['test/browser/reading/below-the-fold.test.ts'];
const pages = ['test/browser/reading/markdown.test.ts'];

export const markdownBreaks: readonly Break[] = [
  {
    rule: 'a block that would take long to read is shown as text',
    file: 'src/web/shared/markdown/parse-bound.ts',
    replace: 'const mostWork = 2_000_000;',
    by: 'const mostWork = Number.POSITIVE_INFINITY;',
    tests: bound,
  },
  {
    rule: 'lists and quotes are read to a bounded depth',
    file: 'src/web/shared/markdown/lexer.ts',
    replace: 'if (this.#depth === deepest) return undefined;',
    by: 'if (this.#depth === deepest * 1_000) return undefined;',
    tests: bound,
  },
  {
    rule: 'marks that begin no formula cut no paragraph',
    file: 'src/web/shared/markdown/formulas/math-syntax.ts',
    replace: 'if (readFormula(source.slice(index + 1)) !== null) return index;',
    by: 'return index;',
    tests: bound,
  },
  {
    rule: 'a reference without a definition is text when the answer has ended',
    file: 'src/web/shared/markdown/sources/footnotes.ts',
    replace: 'if (!isDefined && hasEnded) restore',
    by: "if (!isDefined && label === '') restore",
    tests: nodes,
  },
  {
    rule: 'two answers share no footnote',
    file: 'src/web/shared/markdown/sources/footnotes.ts',
    replace: 'hosts += 1;',
    by: 'hosts = 1;',
    tests: nodes,
  },
  {
    rule: 'a definition that nothing refers to is shown',
    file: 'src/web/shared/markdown/sources/footnotes.ts',
    replace: 'for (const label of definitions.keys()) build(label);',
    by: '',
    tests: nodes,
  },
  {
    rule: 'a formula is shown whole or as its source',
    file: 'src/web/shared/markdown/formulas/math-look.ts',
    replace: 'if (unknown !== undefined) throw',
    by: "if (unknown === '') throw",
    tests: nodes,
  },
  {
    rule: 'a half mark of a source is never shown',
    file: 'src/web/shared/markdown/growing/complete-inline.ts',
    replace: 'if (source.length - at < 40 &&',
    by: 'if (source.length - at < 0 &&',
    tests: nodes,
  },
  {
    rule: 'a container has the direction of its first letter',
    file: 'src/web/shared/markdown/direction.ts',
    replace: 'return rightToLeft.test(letter) ?',
    by: "return rightToLeft.test(letter) && letter === '' ?",
    tests: nodes,
  },
  {
    rule: 'a single minus or number begins no list in a question',
    file: 'src/web/shared/markdown/question/question-tokenizer.ts',
    replace: 'return items > 1 ? end : 0;',
    by: 'return end;',
    tests: nodes,
  },
  {
    rule: 'what fits is no stop of the keyboard',
    file: 'src/web/shared/markdown/tools/scrollers.ts',
    replace: 'const overflows = scroller.scrollWidth > scroller.clientWidth + 1;',
    by: 'const overflows = scroller.scrollWidth > 0;',
    tests: pages,
  },
  {
    rule: 'a link within an answer leaves the address alone',
    file: 'src/web/shared/markdown/sources/follow-notes.ts',
    replace: 'event.preventDefault();',
    by: '',
    tests: pages,
  },
  {
    rule: 'a selection in what is being written survives',
    file: 'src/web/shared/markdown/morph.ts',
    replace: 'if (!wanted.startsWith(present.data)) present.data = wanted;',
    by: 'if (wanted !== present.data) present.data = wanted;',
    tests: ['test/web/markdown.test.ts'],
  },
  {
    rule: 'a list or table that grows is not built again for each piece of it',
    file: 'src/web/shared/markdown/growing/markdown-view.ts',
    replace: ' && growBlock(node, before.token, after.token);',
    by: ' && before === after;',
    tests: nodes,
  },
  {
    rule: 'a part that thousands of blocks ask for at once is fetched once',
    file: 'src/web/shared/import-whole.ts',
    replace: 'if (known !== undefined) return known;',
    by: '',
    tests: long,
  },
  {
    rule: 'a long answer is built in slices where it is opened',
    file: 'src/web/chat/conversation/most-at-once.ts',
    replace: '24_000',
    by: '24_000_000',
    tests: long,
  },
  {
    rule: 'no direction of an answer as a whole is looked for in all of its blocks for each that is added',
    file: 'src/web/chat/conversation/markdown.tsx',
    replace: 'class="markdown" dir="ltr"',
    by: 'class="markdown" dir="auto"',
    tests: long,
  },
  {
    rule: 'what is too wide below the fold is reached by the Tab key',
    file: 'src/web/shared/markdown/tools/scrollers.ts',
    replace: 'if (scroller.isConnected && !isLaidOut(scroller)) addStop(scroller);',
    by: '',
    tests: fold,
  },
];
