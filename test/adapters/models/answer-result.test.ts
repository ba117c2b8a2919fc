import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resultOf } from '#adapters/models/answer-result.ts';
import type { Break } from '#test/break.ts';
import { openaiWire } from '#wires/openai.ts';
import { newAnswerState } from '#wires/wire.ts';

describe('The result of an answer', () => {
  it('is a failure where it calls in a message that is too long to go back, and a text without a call', () => {
    const answer = newAnswerState(true);
    const read = (delta: object) => openaiWire.readEvent(answer, JSON.stringify({ choices: [{ delta }] }));
    for (let times = 0; times < 3; times++) read({ content: 'x'.repeat(2 ** 19) });
    assert.equal(resultOf(answer, true, openaiWire).asked, undefined);
    read({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] });
    assert.throws(() => resultOf(answer, true, openaiWire), { name: 'ModelError', retryable: false });
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'What a model asks for in too long a message is not passed over',
    file: 'src/adapters/models/answer-result.ts',
    replace: '  if (answer.native?.hasLostCall) throw tooLongToCall();\n',
    by: '',
  },
];
