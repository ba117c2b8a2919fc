import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AskedCalls } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { anthropicWire } from '#wires/anthropic.ts';
import { geminiWire } from '#wires/gemini.ts';
import { openaiWire } from '#wires/openai.ts';
import { openaiResponsesWire } from '#wires/openai-responses.ts';
import { newAnswerState } from '#wires/wire.ts';
import { askedIn, askedInDocument } from './read-answer.ts';

const madeUp = /^[A-Za-z0-9]{9}$/;

const delta = (...tool_calls: readonly object[]) => ({ choices: [{ delta: { tool_calls } }] });
const named = (name: string, given?: unknown) => ({ function: { name, arguments: given } });
const more = (given: string) => ({ function: { arguments: given } });
const inWords = ({ calls = [] }: Partial<AskedCalls> = {}) =>
  calls.map(({ name, arguments: given }) => `${name} ${given}`);

describe('Calls of chat completions', () => {
  const wire = openaiWire;
  const read = (...events: readonly object[]) => inWords(askedIn(wire, ...events) ?? {});

  it('are told apart by their index, whatever the order of their pieces', () => {
    const events = [
      delta({ index: 0, id: 'a', ...named('f', '{"a"') }, { index: 1, id: 'b', ...named('g', '') }),
      delta({ index: 1, ...more('{"b"') }),
      delta({ index: 0, id: '', ...more(':1}') }, { index: 1, id: null, ...named('', ':2}') }),
    ];
    assert.deepEqual(read(...events), ['f {"a":1}', 'g {"b":2}']);
  });

  it('are others by a new id or name at a known index', () => {
    const byId = [
      delta({ index: 0, id: 'a', ...named('f', '{}') }),
      delta({ index: 0, id: 'b', ...named('f', '{}') }),
    ];
    assert.deepEqual(read(...byId), ['f {}', 'f {}']);
    const byName = [delta({ index: 0, ...named('f', '{}') }), delta({ index: 0, ...named('g', '{}') })];
    assert.deepEqual(read(...byName), ['f {}', 'g {}']);
    const again = [
      delta({ index: 0, id: 'a', ...named('f', '{') }),
      delta({ index: 0, id: 'a', ...named('f', '}') }),
    ];
    assert.deepEqual(read(...again), ['f {}']);
  });

  it('may have no index', () => {
    const events = [delta({ id: 'a', ...named('f', '{"a":') }), delta(more('1}')), delta(named('g', '{}'))];
    assert.deepEqual(read(...events), ['f {"a":1}', 'g {}']);
    assert.deepEqual(read(delta(named('f', '{}'), named('f', '{"b":2}'))), ['f {}', 'f {"b":2}']);
  });

  it('have the id of the server, or one of nine letters and digits, which its message has, too', () => {
    const asked = askedIn(wire, delta({ index: 0, id: 'a', ...named('f') }, { index: 1, ...named('g') }));
    const [first, second] = asked?.calls ?? [];
    assert.equal(first?.id, 'a');
    assert.match(second?.id ?? '', madeUp);
    assert.deepEqual(
      Object(asked?.native).tool_calls.map(({ id }: { id: unknown }) => id),
      ['a', second?.id],
    );
  });

  it('may have no arguments, or an object of them', () => {
    const events = [
      delta({ index: 0, ...named('f', '') }),
      delta({ index: 1, ...named('g', { a: 1 }) }),
      delta({ index: 2, ...named('h', null) }),
    ];
    assert.deepEqual(read(...events), ['f {}', 'g {"a":1}', 'h {}']);
  });

  it('go back with every member of their message as it came', () => {
    const part = (fields: object) => ({ choices: [{ delta: fields }] });
    const signed = { google: { thought_signature: 'c2ln' } };
    const asked = askedIn(
      wire,
      part({ role: 'assistant', content: null, later_invention: { a: [1] } }),
      part({ role: 'assistant', reasoning_content: 'h', reasoning_details: [{ text: 'h' }] }),
      part({ reasoning_content: 'm', reasoning_details: [{ text: 'm' }], later_invention: { b: 2 } }),
      part({ content: 'Let ', role: '' }),
      part({
        content: 'me.',
        tool_calls: [{ index: 0, id: 'a', extra_content: signed, ...named('f', '{') }],
      }),
      delta({ index: 0, ...more('}') }),
    );
    assert.deepEqual(asked?.native, {
      role: 'assistant',
      content: 'Let me.',
      later_invention: { a: [1], b: 2 },
      reasoning_content: 'hm',
      reasoning_details: [{ text: 'h' }, { text: 'm' }],
      tool_calls: [
        { type: 'function', id: 'a', extra_content: signed, function: { name: 'f', arguments: '{}' } },
      ],
    });
  });

  it('leave what all objects share alone, whatever a server names its members', () => {
    const answer = newAnswerState(true);
    const hostile = '{"__proto__":{"polluted":true},"tool_calls":[{"__proto__":{"polluted":true}}]}';
    for (let times = 0; times < 2; times++) wire.readEvent(answer, `{"choices":[{"delta":${hostile}}]}`);
    assert.equal(Object({}).polluted, undefined);
  });

  it('are found in an answer in one piece', () => {
    const message = { content: null, tool_calls: [{ id: 'a', ...named('f', '{}') }, named('f', '{"b":2}')] };
    const asked = askedInDocument(wire, { choices: [{ message, finish_reason: 'stop' }] });
    assert.deepEqual(inWords(asked ?? {}), ['f {}', 'f {"b":2}']);
  });

  it('are lost in a message that is too long to go back, of which the text goes on', () => {
    const call = delta({ index: 0, id: 'a', ...named('f', '{}') });
    const long = { choices: [{ delta: { content: 'x'.repeat(2 ** 19) } }] };
    assert.deepEqual(read(long, call), ['f {}']);
    assert.deepEqual(read(call, long, long, delta({ index: 1, id: 'b', ...named('g', '{}') })), []);
    const answer = newAnswerState(true);
    const texts = [long, long, long].map((event) => wire.readEvent(answer, JSON.stringify(event)).length);
    assert.deepEqual([texts, answer.native?.parts], [Array(3).fill(2 ** 19), []]);
  });

  it('are none in an answer of text', () => {
    assert.equal(askedIn(wire, { choices: [{ delta: { content: 'Yes', tool_calls: [] } }] }), null);
  });

  it('are no sign of thought where there are none', () => {
    const answer = newAnswerState();
    wire.readEvent(answer, '{"choices":[{"delta":{"content":"Yes","tool_calls":[]}}]}');
    assert.equal(answer.thoughts, 0);
    wire.readEvent(answer, JSON.stringify(delta({ index: 0, ...named('f') })));
    assert.equal(answer.thoughts, 1);
  });
});

describe('Calls of the messages API', () => {
  const start = (index: number, content_block: object) => ({
    type: 'content_block_start',
    index,
    content_block,
  });
  const add = (index: number, fields: object) => ({ type: 'content_block_delta', index, delta: fields });

  it('go back with what the model has thought and cited, without blank texts', () => {
    const cited = { type: 'char_location', cited_text: 'x' };
    const asked = askedIn(
      anthropicWire,
      start(0, { type: 'text', text: '' }),
      start(1, { type: 'text', text: 'As ', citations: null }),
      add(1, { type: 'text_delta', text: 'said.' }),
      add(1, { type: 'citations_delta', citation: cited }),
      start(2, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
      add(2, { type: 'input_json_delta', partial_json: '{"q":1}' }),
      start(3, { type: 'tool_use', id: 'a', name: 'f', input: {}, later_invention: true }),
      add(3, { type: 'input_json_delta', partial_json: '{"a":' }),
      add(3, { type: 'input_json_delta', partial_json: '1}' }),
      add(7, { type: 'input_json_delta', partial_json: '1' }),
      add(3, { type: 'later_delta', text: 'x' }),
    );
    assert.deepEqual(asked, {
      calls: [{ id: 'a', name: 'f', arguments: '{"a":1}' }],
      native: {
        role: 'assistant',
        content: [
          { type: 'text', text: 'As said.', citations: [cited] },
          { type: 'server_tool_use', id: 's', name: 'web_search', input: { q: 1 } },
          { type: 'tool_use', id: 'a', name: 'f', input: { a: 1 }, later_invention: true },
        ],
      },
    });
  });

  it('keep arguments that are cut as they are, while the message keeps to its form', () => {
    const cut = add(0, { type: 'input_json_delta', partial_json: '{"a":"b' });
    const asked = askedIn(anthropicWire, start(0, { type: 'tool_use', id: 'a', name: 'f', input: {} }), cut);
    assert.deepEqual(inWords(asked ?? {}), ['f {"a":"b']);
    assert.deepEqual(Object(asked?.native).content[0].input, {});
  });

  it('may have their arguments in one piece, as an answer has that is one', () => {
    const block = { type: 'tool_use', name: 'f', input: { a: 1 } };
    const begun = [start(0, block), add(0, { type: 'input_json_delta', partial_json: '' })];
    for (const asked of [
      askedIn(anthropicWire, ...begun),
      askedInDocument(anthropicWire, { content: [block] }),
    ]) {
      assert.deepEqual(inWords(asked ?? {}), ['f {"a":1}']);
      assert.match(asked?.calls[0]?.id ?? '', madeUp);
    }
  });
});

describe('Calls of Gemini', () => {
  const part = (...parts: readonly unknown[]) => ({ candidates: [{ content: { parts } }] });
  const f = { functionCall: { name: 'f', args: { a: 1 } } };

  it('go back in parts as they came, signed ones and thoughts included, without empty texts', () => {
    const parts = [{ text: 'Let ' }, { text: 'hm', thought: true }, { ...f, thoughtSignature: 'c2ln' }];
    const last = { text: '', thoughtSignature: 'bGFzdA' };
    const asked = askedIn(geminiWire, part(...parts), part({ text: '' }, null), part(last));
    assert.deepEqual(asked?.native, { role: 'model', parts: [...parts, last] });
    assert.match(asked?.calls[0]?.id ?? '', madeUp);
    assert.deepEqual(inWords(asked ?? {}), ['f {"a":1}']);
  });

  it('that the model has spoilt are no refusal', () => {
    for (const finishReason of ['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL']) {
      const answer = newAnswerState(true);
      geminiWire.readEvent(answer, JSON.stringify({ candidates: [{ finishReason }] }));
      assert.equal(answer.end, 'stop');
    }
  });
});

describe('Calls of Responses', () => {
  it('are found in a response in one piece, or at its end where its items did not come before', () => {
    const output = [{ type: 'reasoning' }, { type: 'function_call', call_id: 'a', name: 'f', arguments: '' }];
    const response = { status: 'completed', output };
    for (const asked of [
      askedInDocument(openaiResponsesWire, response),
      askedIn(openaiResponsesWire, { type: 'response.completed', response }),
      askedIn(openaiResponsesWire, ...output.map((item) => ({ type: 'response.output_item.done', item })), {
        type: 'response.completed',
        response,
      }),
    ]) {
      assert.deepEqual(asked, { calls: [{ id: 'a', name: 'f', arguments: '{}' }], native: output });
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A message that goes back has a limit',
    file: 'src/wires/native-message.ts',
    replace: 'if (this.#length <= maxLength) return true;',
    by: 'return true;',
  },
  {
    rule: 'A new id at a known index is a new call',
    file: 'src/wires/openai-calls.ts',
    replace: "if (known === undefined || isOther(known['id'], delta['id'])) return undefined;",
    by: 'if (known === undefined) return undefined;',
  },
  {
    rule: 'A new name at a known index is a new call',
    file: 'src/wires/openai-calls.ts',
    replace: 'return isOther(nameIn(known), nameIn(delta)) ? undefined : known;',
    by: 'return known;',
  },
  {
    rule: 'Two calls of one delta are two',
    file: 'src/wires/openai-calls.ts',
    replace: 'const isMore = known !== undefined && !met.has(known);',
    by: 'const isMore = known !== undefined;',
  },
  {
    rule: 'A call without an id gets one that Mistral takes',
    file: 'src/wires/native-message.ts',
    replace: '{ length: 9 }',
    by: '{ length: 10 }',
  },
  {
    rule: 'The message has the id that a call was given',
    file: 'src/wires/native-message.ts',
    replace: '  part[name] = id;\n  return id;',
    by: '  return id;',
  },
  {
    rule: 'Empty arguments are an empty object',
    file: 'src/wires/native-message.ts',
    replace: "return value.trim() === '' ? '{}' : value;",
    by: 'return value;',
  },
  {
    rule: 'Arguments may come as an object',
    file: 'src/wires/native-message.ts',
    replace: "return isJsonObject(value) ? JSON.stringify(value) : '{}';",
    by: "return '{}';",
  },
  {
    rule: 'No server changes what all objects share',
    file: 'src/wires/native-message.ts',
    replace:
      "      if (name === '__proto__') continue;\n      const before = Object.hasOwn(part, name) ? part[name] : undefined;",
    by: '      const before = part[name];',
  },
  {
    rule: 'Blank texts do not go back to Claude',
    file: 'src/wires/anthropic-calls.ts',
    replace: "return type !== 'text' || textOf(text).trim() !== '';",
    by: "return type !== 'text' || text !== null;",
  },
  {
    rule: 'An empty text does not go back to Gemini, and its signature does',
    file: 'src/wires/gemini.ts',
    replace: "return part['text'] !== '' || Object.keys(part).length > 1;",
    by: "return part['text'] !== '';",
  },
];
