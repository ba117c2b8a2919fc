import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Break } from '#test/break.ts';
import { anthropicWire } from '#wires/anthropic.ts';
import { geminiWire } from '#wires/gemini.ts';
import { openaiWire } from '#wires/openai.ts';
import { openaiResponsesWire } from '#wires/openai-responses.ts';
import { newAnswerState } from '#wires/wire.ts';

describe('A message that is too long to go back', () => {
  const text = 'x'.repeat(2 ** 19);
  const delta = (fields: object) => ({ choices: [{ delta: fields }] });
  const item = (fields: object) => ({ type: 'response.output_item.done', item: fields });
  const part = (fields: object) => ({ candidates: [{ content: { parts: [fields] } }] });
  const block = (fields: object) => ({ type: 'content_block_start', index: 0, content_block: fields });
  const answers = {
    'chat completions': [
      openaiWire,
      delta({ content: text }),
      delta({ tool_calls: [{ function: { name: 'f' } }] }),
    ],
    Responses: [
      openaiResponsesWire,
      item({ type: 'message', content: [{ text }] }),
      item({ type: 'function_call' }),
    ],
    'the messages API': [
      anthropicWire,
      block({ type: 'text', text }),
      block({ type: 'tool_use', name: 'f', input: {} }),
    ],
    Gemini: [geminiWire, part({ text }), part({ functionCall: { name: 'f', args: {} } })],
  } as const;
  for (const [protocol, [wire, long, call]] of Object.entries(answers)) {
    it(`says that it has called, before or behind its text, and only then: ${protocol}`, () => {
      const hasLost = (...events: readonly object[]) => {
        const answer = newAnswerState(true);
        for (const event of events) wire.readEvent(answer, JSON.stringify(event));
        return answer.native?.hasLostCall;
      };
      assert.equal(hasLost(long, long, long, call), true);
      assert.equal(hasLost(call, long, long, long), true);
      assert.equal(hasLost(long, long, long), false);
      assert.equal(hasLost(long, call), false);
    });
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'A call behind more than a message may have is noticed',
    file: 'src/wires/native-message.ts',
    replace: '      this.#hasLostCall ||= isCall(part);\n',
    by: '',
  },
  {
    rule: 'A call before more than a message may have is noticed',
    file: 'src/wires/native-message.ts',
    replace: '    this.#hasLostCall ||= this.parts.some(isCall);\n',
    by: '',
  },
];
