import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AnswerText } from '#core/turn/answer-text.ts';
import type { Break } from '#test/break.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

const answers = 50;
const readBytes = 1024 * 1024;
const keptBytes = 64 * 1024;

test('what is left of a stored answer in memory keeps nothing else of what was read with it', () => {
  const before = heldBytes();
  const left = Array.from({ length: answers }, () => {
    const answer = new AnswerText();
    answer.append('x'.repeat(readBytes));
    answer.unstored(readBytes);
    answer.stored(readBytes, true);
    return answer;
  });
  const grown = heldBytes() - before;
  assert.ok(left.every((answer) => answer.bytes - answer.firstByte === keptBytes));
  assert.ok(grown < 2 * answers * keptBytes, `${Math.round(grown / 1024)} KiB`);
});

function heldBytes(): number {
  if (typeof collectGarbage === 'function') collectGarbage();
  return process.memoryUsage().heapUsed;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A block of text does not keep the whole of what was read with it',
    file: 'src/core/turn/answer-text.ts',
    replace: 'copyOf(text.slice(from, end))',
    by: 'text.slice(from, end)',
  },
];
