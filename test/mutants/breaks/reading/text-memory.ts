import type { Break } from '../../break.ts';

const budget = ['test/core/turn/process/text-budget.test.ts'];

export const textMemoryBreaks: readonly Break[] = [
  {
    rule: 'The unstored text of all turns together pauses their providers',
    file: 'src/core/turn/process/text-budget.ts',
    replace: 'this.#unstored <= this.#bytes && ',
    by: '',
    tests: budget,
  },
  {
    rule: 'Room for text goes to one paused turn for each block',
    file: 'src/core/turn/process/text-budget.ts',
    replace: 'this.#unstored += blockBytes;',
    by: '',
    tests: budget,
  },
  {
    rule: 'A turn that its reader pauses takes no room from others',
    file: 'src/core/turn/process/text-budget.ts',
    replace: 'if (!next.resume()) continue;',
    by: 'next.resume();',
    tests: budget,
  },
  {
    rule: 'A turn that ends gives back the room of its text',
    file: 'src/core/turn/process/text-budget.ts',
    replace: 'this.#note(share, { unstored: 0, kept: 0 });',
    by: '',
    tests: budget,
  },
  {
    rule: 'Stored text leaves memory down to a block where there is much of it',
    file: 'src/core/turn/process/text-budget.ts',
    replace: 'isTight: () => this.#kept > this.#bytes',
    by: 'isTight: () => false',
    tests: budget,
  },
  {
    rule: 'A block of text does not keep the whole of what was read with it',
    file: 'src/core/turn/answer-text.ts',
    replace: 'copyOf(text.slice(from, end))',
    by: 'text.slice(from, end)',
    tests: ['test/core/turn/answer-memory.test.ts'],
  },
  {
    rule: 'A small heap holds less text',
    file: 'src/app/start-turns.ts',
    replace: 'return Math.min(mostTextBytes, oldBytes / 32);',
    by: 'return Math.max(mostTextBytes, oldBytes / 32);',
    tests: ['test/flows/answers/unread-crowd.test.ts'],
  },
  {
    rule: 'A statement that ends turns counts the text that it reads again',
    file: 'src/adapters/postgres/turns/turn-store.ts',
    replace: 'text.length + textFrom',
    by: 'text.length',
    tests: ['test/adapters/postgres/turns/finish-weight.test.ts'],
  },
];
