import type { Break } from '../../break.ts';

const prompt = 'src/core/turn/prompt.ts';
const promptTest = ['test/core/turn/prompt.test.ts'];
const history = 'database/functions/2-history.sql';
const historyTest = ['test/adapters/postgres/turns/history.test.ts'];

export const historyBreaks: readonly Break[] = [
  {
    rule: 'History that no longer fits is left out in steps, so that prompts begin alike',
    file: prompt,
    replace: 'Math.max(0, Math.ceil((end - roomBytes) / stepBytes)) * stepBytes',
    by: 'Math.max(0, end - roomBytes)',
    tests: promptTest,
  },
  {
    rule: 'The steps of a prompt are counted from the beginning of the conversation, whatever was read of it',
    file: prompt,
    replace: 'history[0]?.before)',
    by: 'undefined)',
    tests: promptTest,
  },
  {
    rule: 'A step leaves out no last exchange that fits',
    file: prompt,
    replace: 'last !== -1 && end - startOf(last) <= roomBytes ? history.slice(last) : []',
    by: '[]',
    tests: promptTest,
  },
  {
    rule: 'A last exchange that does not fit is in no prompt',
    file: prompt,
    replace: 'last !== -1 && end - startOf(last) <= roomBytes',
    by: 'last !== -1',
    tests: promptTest,
  },
  {
    rule: 'A prompt begins with a question',
    file: prompt,
    replace: "role === 'user' && startOf(index) >= leftOut",
    by: 'startOf(index) >= leftOut',
    tests: promptTest,
  },
  {
    rule: 'What a message adds to a prompt besides its text takes room, too',
    file: prompt,
    replace: 'Buffer.byteLength(text) + bytesAroundText',
    by: 'Buffer.byteLength(text)',
    tests: promptTest,
  },
  {
    rule: 'The history of a long conversation begins at the same message for many turns',
    file: history,
    replace: ' and (found < 200 or seq > (oldest + 48) / 50 * 50)',
    by: '',
    tests: historyTest,
  },
  {
    rule: 'The history says how much of the conversation comes before a message',
    file: history,
    replace: 'rows between unbounded preceding and 1 preceding',
    by: 'rows between unbounded preceding and current row',
    tests: historyTest,
  },
];
