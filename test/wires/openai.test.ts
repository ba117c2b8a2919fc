import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ModelError } from '#core/models/model-error.ts';
import type { Break } from '#test/break.ts';
import { openaiWire as wire } from '#wires/openai.ts';
import { readDocument, readEvents } from './read-answer.ts';

const delta = (fields: object) => ({ choices: [{ delta: fields }] });
const ended = (finish_reason: string) => ({ choices: [{ delta: {}, finish_reason }] });

describe('The events of chat completions', () => {
  it('have the text of an answer or of a refusal', () => {
    const { text } = readEvents(
      wire,
      delta({ role: 'assistant', content: '' }),
      delta({ content: 'One ' }),
      delta({ content: null, refusal: 'no' }),
      delta({ content: 7 }),
    );
    assert.equal(text, 'One no');
  });

  it('show a model that thinks, by either name of its thoughts', () => {
    const { text, thoughts } = readEvents(
      wire,
      delta({ reasoning_content: 'hm' }),
      delta({ reasoning: 'hm' }),
      delta({ reasoning: '', reasoning_content: null }),
    );
    assert.deepEqual([text, thoughts], ['', 2]);
  });

  for (const [reason, expected] of Object.entries({
    stop: 'stop',
    tool_calls: 'stop',
    length: 'length',
    content_filter: 'filtered',
  })) {
    it(`end as they say, whatever follows: ${reason}`, () => {
      const { end, closed } = readEvents(wire, ended(reason), { choices: [] }, '[DONE]');
      assert.deepEqual([end, closed], [expected, true]);
    });
  }

  it('are over with the last one, which may be all that says so', () => {
    const { end, closed } = readEvents(wire, '[DONE]');
    assert.deepEqual([end, closed], ['stop', true]);
    assert.equal(readEvents(wire, ended('stop')).closed, false);
  });

  it('count tokens, and the last count stays', () => {
    const { inputTokens, outputTokens } = readEvents(
      wire,
      { usage: { prompt_tokens: 21, completion_tokens: 1 } },
      { usage: { completion_tokens: 7 } },
      { usage: { prompt_tokens: 22 } },
      { usage: { prompt_tokens: -1, completion_tokens: 0.5 } },
      { usage: { prompt_tokens: '30', completion_tokens: 1e300 } },
      { usage: null },
    );
    assert.deepEqual([inputTokens, outputTokens], [22, 7]);
  });

  it('count what a cache gave and got', () => {
    const details = { cached_tokens: 1_024, cache_write_tokens: 512 };
    const { cacheReadTokens, cacheWriteTokens } = readEvents(
      wire,
      { usage: { prompt_tokens: 2_000, prompt_tokens_details: details } },
      { usage: { prompt_tokens_details: { cached_tokens: '9', cache_write_tokens: -1 } } },
      { usage: { prompt_tokens_details: null } },
    );
    assert.deepEqual([cacheReadTokens, cacheWriteTokens], [1_024, 512]);
    assert.equal(readEvents(wire, { usage: { prompt_tokens: 3 } }).cacheReadTokens, null);
  });

  it('fail with an error', () => {
    const error = { error: { type: 'server_error' } };
    assert.throws(() => readEvents(wire, error), ModelError);
    assert.throws(() => readDocument(wire, error), ModelError);
  });

  it('are asked again when one is no JSON', () => {
    assert.throws(
      () => readEvents(wire, '{"choices":'),
      (error: unknown) => error instanceof ModelError && error.retryable,
    );
  });
});

describe('A request for a chat completion', () => {
  const instructions = { stable: '', personal: '' };

  it('has instructions where there are some', () => {
    const messages = [{ role: 'user', content: 'Hello' }] as const;
    const messagesWith = (stable: string, personal = '') =>
      JSON.parse(JSON.stringify(wire.body({ model: 'm', instructions: { stable, personal }, messages })))
        .messages;
    const system = (content: string) => [{ role: 'system', content }, ...messages];
    assert.deepEqual(messagesWith(''), messages);
    assert.deepEqual(messagesWith('Be brief.'), system('Be brief.'));
    assert.deepEqual(messagesWith('', 'They pay.'), system('They pay.'));
    assert.deepEqual(messagesWith('Be brief.', 'They pay.'), system('Be brief.\n\nThey pay.'));
  });

  it('says whose prompt it is where it is to', () => {
    const request = { model: 'm', instructions, messages: [] };
    assert.ok(!('safety_identifier' in wire.body(request)));
    const { safety_identifier: sent } = Object(wire.body({ ...request, safetyIdentifier: 'a1' }));
    assert.equal(sent, 'a1');
  });

  it('has the context of a question in front of it', () => {
    const messages = [{ role: 'user', content: 'Hello', context: 'Facts.' }] as const;
    const { messages: sent } = JSON.parse(JSON.stringify(wire.body({ model: 'm', instructions, messages })));
    assert.deepEqual(sent, [{ role: 'user', content: 'Facts.\n\nHello' }]);
  });
});

describe('The list of models of chat completions', () => {
  it('has the ids, and is complete', () => {
    const list = JSON.stringify({ data: [{ id: 'a' }, 'b', { id: null }] });
    assert.deepEqual(wire.readModels(list), { models: ['a'], complete: true });
    assert.equal(wire.readModels('[]'), null);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Chat completions say whose prompt it is where they are to',
    file: 'src/wires/openai.ts',
    replace: `    ...(request.safetyIdentifier && { safety_identifier: request.safetyIdentifier }),
`,
    by: '',
  },
  {
    rule: 'Thoughts are known by the name that vLLM uses: chat completions',
    file: 'src/wires/openai.ts',
    replace: 'part?.reasoning_content || part?.reasoning',
    by: 'part?.reasoning',
  },
  {
    rule: 'Thoughts are known by the name that gateways use: chat completions',
    file: 'src/wires/openai.ts',
    replace: 'part?.reasoning_content || part?.reasoning',
    by: 'part?.reasoning_content',
  },
  {
    rule: 'The last event of chat completions completes an answer',
    file: 'src/wires/openai.ts',
    replace: `    answer.end ??= 'stop';
`,
    by: '',
  },
  {
    rule: 'The last event of chat completions changes no reason',
    file: 'src/wires/openai.ts',
    replace: "answer.end ??= 'stop'",
    by: "answer.end = 'stop'",
  },
  {
    rule: 'Nothing is read behind the last event of chat completions',
    file: 'src/wires/openai.ts',
    replace: `    answer.closed = true;
`,
    by: '',
  },
  {
    rule: 'An error inside a chat completion fails it',
    file: 'src/wires/openai.ts',
    replace: `  if (chunk?.error) throw eventFailure(chunk.error);
`,
    by: '',
  },
  {
    rule: 'A reason that is not repeated stays: chat completions',
    file: 'src/wires/openai.ts',
    replace: 'if (reason) answer.end = endOf(reason);',
    by: 'answer.end = reason ? endOf(reason) : null;',
  },
  {
    rule: 'A count that is not repeated stays: chat completions',
    file: 'src/wires/openai.ts',
    replace: 'tokensIn(chunk.usage.prompt_tokens) ?? answer.inputTokens',
    by: 'tokensIn(chunk.usage.prompt_tokens)',
  },
  {
    rule: 'What a cache gave and got is counted: chat completions',
    file: 'src/wires/openai.ts',
    replace: 'tokensIn(details?.cache_write_tokens) ?? ',
    by: '',
  },
  {
    rule: 'A refusal is the text of a chat completion',
    file: 'src/wires/openai.ts',
    replace: ' + textOf(part?.refusal)',
    by: '',
  },
  {
    rule: 'Chat completions get what is in front of a question',
    file: 'src/wires/openai-calls.ts',
    replace: 'content: textOfMessage(message)',
    by: 'content: message.content',
  },
  {
    rule: 'What differs with the person stands behind what does not',
    file: 'src/wires/wire.ts',
    replace: '[stable, personal].filter',
    by: '[personal, stable].filter',
  },
  {
    rule: 'Chat completions get no empty instructions',
    file: 'src/wires/openai.ts',
    replace: "...(instructions === '' ? [] : [",
    by: '...(false ? [] : [',
  },
  {
    rule: 'A count is a whole number that is not negative',
    file: 'src/wires/token-counts.ts',
    replace: "if (typeof value !== 'number' || !Number.isInteger(value)) return null;",
    by: "if (typeof value !== 'number') return null;",
  },
  {
    rule: 'Only a text is a text on the wire',
    file: 'src/wires/wire-json.ts',
    replace: "typeof value === 'string' ? value : ''",
    by: "String(value ?? '')",
  },
  {
    rule: 'A model without a name is not listed',
    file: 'src/wires/wire-json.ts',
    replace: "typeof name === 'string' ? [name] : []",
    by: '[String(name)]',
  },
];
