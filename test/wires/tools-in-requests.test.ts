import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AskedCalls, ModelRequest, ModelStep, ToolDefinition } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { anthropicWire } from '#wires/anthropic.ts';
import { geminiWire } from '#wires/gemini.ts';
import { openaiWire } from '#wires/openai.ts';
import { openaiResponsesWire } from '#wires/openai-responses.ts';
import { namedWires } from '#wires/registry.ts';
import type { Wire } from '#wires/wire.ts';
import { askedIn } from './read-answer.ts';

/** The body of the request behind a step with a result for each call; the second one is an error. */
function sentBehind(wire: Wire, asked: AskedCalls, more: Partial<ModelRequest> = {}) {
  const results = asked.calls.map(({ id }, index) => ({ id, text: `r${index}`, isError: index === 1 }));
  const step: ModelStep = { role: 'step', origin: 'o/m', text: '', ...asked, results };
  const messages = [{ role: 'user', content: 'Q' } as const, step];
  return JSON.parse(
    JSON.stringify(wire.body({ model: 'm', instructions: { stable: '', personal: '' }, messages, ...more })),
  );
}

describe('A request with tools', () => {
  const closed = {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    additionalProperties: false,
  };
  const tool = (schema: ToolDefinition['schema'] = closed) => ({ name: 'f', description: 'Does f.', schema });
  const sent = (wire: Wire, more: Partial<ModelRequest>, isVendors?: boolean) =>
    JSON.parse(
      JSON.stringify(
        wire.body(
          { model: 'm', instructions: { stable: '', personal: '' }, messages: [], ...more },
          isVendors,
        ),
      ),
    );

  it('says of them what was approved, in the form of each vendor', () => {
    const common = { name: 'f', description: 'Does f.' };
    assert.deepEqual(sent(openaiWire, { tools: [tool()] }).tools, [
      { type: 'function', function: { ...common, parameters: closed } },
    ]);
    assert.deepEqual(sent(openaiResponsesWire, { tools: [tool()] }).tools, [
      { type: 'function', ...common, parameters: closed, strict: false },
    ]);
    assert.deepEqual(sent(anthropicWire, { tools: [tool()] }).tools, [{ ...common, input_schema: closed }]);
    assert.deepEqual(sent(geminiWire, { tools: [tool()] }).tools, [
      { functionDeclarations: [{ ...common, parametersJsonSchema: closed }] },
    ]);
  });

  it('names the members of a schema that has none, which OpenAI requires', () => {
    const [{ parameters }] = sent(openaiResponsesWire, { tools: [tool({ type: 'object' })] }).tools;
    assert.deepEqual(parameters, { properties: {}, type: 'object' });
  });

  it('tells them and forbids them in the last step', () => {
    const chosen = (wire: Wire) => {
      const { tools, tool_choice, toolConfig } = sent(wire, { tools: [tool()], toolChoice: 'none' });
      return [tools.length, tool_choice ?? toolConfig];
    };
    assert.deepEqual(chosen(openaiWire), [1, 'none']);
    assert.deepEqual(chosen(openaiResponsesWire), [1, 'none']);
    assert.deepEqual(chosen(anthropicWire), [1, { type: 'none' }]);
    assert.deepEqual(chosen(geminiWire), [1, { functionCallingConfig: { mode: 'NONE' } }]);
  });

  it('has no member about tools without any, nor one about parallel calls', () => {
    for (const { wire } of namedWires) {
      assert.doesNotMatch(JSON.stringify(sent(wire, { tools: [], toolChoice: 'none' })), /tool/);
      assert.doesNotMatch(JSON.stringify(sent(wire, { tools: [tool()] })), /parallel/);
    }
  });

  it('asks a vendor to be strict where the schema can be kept', () => {
    const isStrict = (wire: Wire, schema: ToolDefinition['schema'], model = 'm') =>
      JSON.stringify(sent(wire, { model, tools: [tool(schema)] }, true)).includes('"strict":true');
    const nested = { ...closed, properties: { a: { type: 'array', items: closed } } };
    for (const wire of [openaiWire, openaiResponsesWire, anthropicWire]) {
      for (const schema of [closed, nested, { type: 'object', additionalProperties: false }]) {
        assert.ok(isStrict(wire, schema), JSON.stringify(schema));
      }
      for (const schema of [
        { ...closed, additionalProperties: true },
        { ...closed, required: [] },
        { ...closed, properties: { a: { type: 'string', maxLength: 3 } } },
        { ...closed, properties: { a: { type: 'array', items: { type: 'object' } } } },
        { ...closed, properties: { a: {} } },
      ]) {
        assert.ok(!isStrict(wire, schema), JSON.stringify(schema));
      }
    }
    assert.ok(!isStrict(anthropicWire, closed, 'claude-sonnet-4-20250514'));
    assert.ok(!isStrict(geminiWire, closed));
  });

  it('says which results are errors, where the vendor has a place for it', () => {
    const asked: AskedCalls = {
      calls: ['a', 'b'].map((id) => ({ id, name: 'f', arguments: '{}' })),
      native: { role: 'assistant', content: [] },
    };
    assert.deepEqual(sentBehind(anthropicWire, asked).messages.at(-1), {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'r0' },
        { type: 'tool_result', tool_use_id: 'b', content: 'r1', is_error: true },
      ],
    });
    assert.deepEqual(
      sentBehind(openaiWire, asked)
        .messages.slice(-2)
        .map(({ content }: { content: string }) => content),
      ['r0', 'r1'],
    );
  });

  it('marks for Claude what the next turn repeats, and not what stands before the last step', () => {
    const asked: AskedCalls = {
      calls: [{ id: 'a', name: 'f', arguments: '{}' }],
      native: { role: 'assistant', content: [] },
    };
    const results = [{ id: 'a', text: 'r', isError: false }];
    const step: ModelStep = { role: 'step', origin: 'o/m', text: '', ...asked, results };
    const said = (role: 'user' | 'assistant', content: string) => ({ role, content });
    const messages = [said('user', 'One?'), said('assistant', 'Yes.'), said('user', 'Two?'), step];
    const marked = sent(anthropicWire, { messages }).messages.map((message: unknown) =>
      JSON.stringify(message).includes('cache_control'),
    );
    assert.deepEqual(marked, [false, true, false, false, false]);
  });
});

describe('Results for Gemini', () => {
  it('get their ids back where they had one, and no other', () => {
    const f = { functionCall: { name: 'f', args: {} } };
    const parts = [f, { functionCall: { id: 'x', name: 'g' } }];
    const asked = askedIn(geminiWire, { candidates: [{ content: { parts } }] });
    assert.ok(asked);
    const [, , results] = sentBehind(geminiWire, asked).contents;
    assert.deepEqual(
      results.parts.map((one: { functionResponse: object }) => one.functionResponse),
      [
        { name: 'f', response: { output: 'r0' } },
        { id: 'x', name: 'g', response: { error: 'r1' } },
      ],
    );
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A call of Gemini gets no id back that it did not have',
    file: 'src/wires/gemini.ts',
    replace: '...(given.has(id) && { id }),',
    by: 'id,',
  },
  {
    rule: 'A schema is strict only where all of it is required',
    file: 'src/wires/strict-schema.ts',
    replace: 'needed.includes(name) && isStrict(member)',
    by: 'isStrict(member)',
  },
  {
    rule: 'A schema with an unknown word is not strict',
    file: 'src/wires/strict-schema.ts',
    replace: ' || !Object.keys(schema).every((name) => known.has(name))',
    by: '',
  },
  {
    rule: 'Older models of Claude are not asked to be strict',
    file: 'src/wires/anthropic.ts',
    replace: 'isVendors && !BUDGETED_MODEL.test(request.model)',
    by: 'isVendors',
  },
  {
    rule: 'An error of a tool is told to Claude as one',
    file: 'src/wires/anthropic-calls.ts',
    replace: '    ...(result.isError && { is_error: true }),\n',
    by: '',
  },
  {
    rule: 'Claude caches a conversation up to the message before the question, whatever steps follow',
    file: 'src/wires/anthropic.ts',
    replace: "messages.findLastIndex(({ role }) => role !== 'step')",
    by: 'messages.length - 1',
  },
];
