import type { Break } from '../../break.ts';

const tests = ['test/adapters/models/demo.test.ts'];

/** What the offline provider answers. */
export const demoBreaks: readonly Break[] = [
  {
    rule: 'The demo introduces itself to a question without a subject',
    file: 'src/adapters/models/demo/compose-answer.ts',
    replace: 'words.length === 0',
    by: 'words.length < 0',
    tests,
  },
  {
    rule: 'A definition answers only who asks for its term',
    file: 'src/adapters/models/demo/search.ts',
    replace: 'isAskedFor(heading, words) ?',
    by: 'true ?',
    tests,
  },
  {
    rule: 'A definition comes with the passage after it',
    file: 'src/adapters/models/demo/compose-answer.ts',
    replace: 'hits[0]?.section.isDefinition ? 2 : 1',
    by: '1',
    tests,
  },
];
