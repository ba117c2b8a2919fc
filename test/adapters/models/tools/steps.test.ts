import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ModelError } from '#core/models/model-error.ts';
import type { ModelRequest, ModelStep, ToolDefinition } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { StrictProvider } from '#test/mock/strict-provider.ts';
import { type VendorWire, vendorAddress, vendorKey, vendorWires } from '#test/mock/vendors.ts';
import { LLMock } from '#vendors/aimock.ts';
import { type Asked, ask, REQUEST, testProvider } from '../provider-factory.ts';

const tool = (name: string, properties: object): ToolDefinition => ({
  name,
  description: `Does ${name}.`,
  schema: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
});
const tools = [tool('find_orders', { status: { type: 'string' } }), tool('now', {})];
const calls = [
  { id: 'callAAAA1', name: 'find_orders', arguments: { status: 'open' } },
  { id: 'callBBBB2', name: 'now', arguments: {} },
];

/** The request behind a step, whose results have the names of their calls. */
function behind({ text, result }: Asked, change: Partial<ModelStep> = {}): Partial<ModelRequest> {
  assert.ok(result?.asked);
  const results = result.asked.calls
    .map(({ id, name }, index) => ({ id, text: `<${name}>`, isError: index > 0 }))
    .reverse();
  const step: ModelStep = {
    role: 'step',
    origin: 'test/test-model',
    text,
    ...result.asked,
    results,
    ...change,
  };
  return { tools, messages: [...REQUEST.messages, step] };
}

describe('A vendor that refuses a message that does not come back as it was sent', () => {
  for (const wire of vendorWires) {
    const open = async () => {
      await using parts = new AsyncDisposableStack();
      const vendor = parts.use(await new StrictProvider(wire, calls).listen());
      const { provider } = parts.use(testProvider(vendorAddress[wire](vendor.origin), wire));
      const stack = parts.move();
      return { vendor, provider, [Symbol.asyncDispose]: () => stack.disposeAsync() };
    };

    it(`answers from the results of its calls: ${wire}`, async () => {
      await using opened = await open();
      const first = await ask(opened.provider, { tools });
      assert.equal(first.error, null);
      assert.equal(first.text, 'I look it up. ');
      const asked = first.result?.asked?.calls.map((call) => ({
        ...call,
        arguments: JSON.parse(call.arguments),
      }));
      assert.deepEqual(asked, calls);
      const second = await ask(opened.provider, behind(first));
      assert.deepEqual([second.error, second.text], [null, '<find_orders> <now>']);
      assert.equal(second.result?.asked, undefined);
    });

    it(`takes its message from a store, where it was kept as JSON: ${wire}`, async () => {
      await using opened = await open();
      const first = await ask(opened.provider, { tools });
      const native: unknown = JSON.parse(JSON.stringify(first.result?.asked?.native));
      assert.equal((await ask(opened.provider, behind(first, { native }))).error, null);
    });

    it(`refuses another signature: ${wire}`, async () => {
      await using opened = await open();
      const first = await ask(opened.provider, { tools });
      const json = JSON.stringify(first.result?.asked?.native);
      const native: unknown = JSON.parse(json.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'another'));
      const { error } = await ask(opened.provider, behind(first, { native }));
      assert.ok(error instanceof ModelError && error.reason === 'invalid_request', String(error));
    });

    it(`gets nothing of a message of another model but its text: ${wire}`, async () => {
      await using opened = await open();
      const first = await ask(opened.provider, { tools });
      await ask(opened.provider, behind(first, { origin: 'other/test-model' }));
      const sent = JSON.stringify(opened.vendor.bodies.at(-1));
      const signature = /[0-9a-f]{8}-[0-9a-f-]{27}/;
      assert.match(JSON.stringify(first.result?.asked?.native), signature);
      assert.doesNotMatch(sent, signature);
      for (const text of ['I look it up.', 'find_orders', '<find_orders>', '<now>']) {
        assert.ok(sent.includes(text), text);
      }
    });

    it(`calls nothing where it was offered nothing, or told not to: ${wire}`, async () => {
      await using opened = await open();
      for (const request of [{}, { tools: [] }, { tools, toolChoice: 'none' }] as const) {
        const { text, result } = await ask(opened.provider, request);
        assert.deepEqual([text, result?.asked], ['I look it up. ', undefined]);
      }
    });
  }
});

describe('A loop of two steps with parallel calls, at a foreign server', () => {
  let mock: LLMock;
  before(async () => {
    mock = new LLMock({ port: 0, auth: { apiKeys: [vendorKey] }, chunkSize: 6 });
    mock.on(
      { hasToolResult: false },
      {
        toolCalls: calls.map(({ name, arguments: given }) => ({ name, arguments: JSON.stringify(given) })),
        reasoning: 'Both are needed.',
        reasoningSignature: 'c2lnbmVk',
      },
    );
    mock.on({ hasToolResult: true }, { content: 'Two are open.' });
    await mock.start();
  });
  after(() => mock.stop());

  for (const wire of vendorWires) {
    it(`ends with an answer: ${wire}`, async () => {
      await using test = testProvider(vendorAddress[wire](mock.url), wire, {}, vendorKey);
      // A budget makes this server look after the thoughts of Claude.
      const model = wire === 'anthropic' ? 'claude-sonnet-4-5' : 'test-model';
      const first = await ask(test.provider, { model, tools, effort: 'high' });
      assert.equal(first.error, null);
      const asked = first.result?.asked?.calls.map(({ name, arguments: given }) => [name, JSON.parse(given)]);
      assert.deepEqual(
        asked,
        calls.map((call) => [call.name, call.arguments]),
      );
      const later = behind(first, { origin: `test/${model}` });
      const second = await ask(test.provider, { ...later, model, effort: 'high' });
      assert.deepEqual([second.error, second.text], [null, 'Two are open.']);
      const { body } = mock.getLastRequest() ?? {};
      const sent = JSON.stringify(body);
      assert.ok(
        sent.indexOf('<find_orders>') < sent.indexOf('<now>') && sent.includes('<find_orders>'),
        sent,
      );
    });
  }
});

describe('A request with tools', () => {
  const strictAt = async (wire: VendorWire) => {
    await using vendor = await new StrictProvider(wire, calls).listen();
    await using test = testProvider(vendorAddress[wire](vendor.origin), wire);
    await ask(test.provider, { tools });
    return JSON.stringify(vendor.bodies[0]?.['tools']);
  };

  it('asks no server that imitates a vendor to be strict', async () => {
    for (const wire of vendorWires) assert.doesNotMatch(await strictAt(wire), /"strict":true/, wire);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'What a model has sent goes back to no other model',
    file: 'src/adapters/models/http-provider.ts',
    replace: 'modelReference({ provider: this, model: request.model })',
    by: "'other/test-model'",
  },
  {
    rule: 'Calls are read only where tools were offered',
    file: 'src/wires/wire.ts',
    replace: "return tools.length > 0 && toolChoice !== 'none';",
    by: 'return tools.length >= 0;',
  },
  {
    rule: 'Results are sent in the order of their calls',
    file: 'src/wires/wire.ts',
    replace: 'const result = results.find(({ id }) => id === call.id);',
    by: 'const result = results[calls.indexOf(call)];',
  },
  {
    rule: 'An answer of calls alone is no empty answer',
    file: 'src/adapters/models/answer-result.ts',
    replace: 'if (!hasText && asked === null) {',
    by: 'if (!hasText) {',
  },
  {
    rule: 'A thought goes back to the servers that need it: chat completions',
    file: 'src/wires/openai-calls.ts',
    replace: 'const { tool_calls: calls, ...members } = part;',
    by: 'const { tool_calls: calls, reasoning_content: _, ...members } = { reasoning_content: null, ...part };',
  },
  {
    rule: 'A signature goes back on the part that had it: Gemini',
    file: 'src/wires/gemini.ts',
    replace: '    answer.native?.keep(part);\n',
    by: '    answer.native?.keep({ ...part, thoughtSignature: undefined });\n',
  },
  {
    rule: 'Claude gets all results before anything else',
    file: 'src/wires/anthropic-calls.ts',
    replace: "  return { role: 'user', content };",
    by: "  return { role: 'user', content: [{ type: 'text', text: 'Results:' }, ...content] };",
  },
  {
    rule: 'No server that imitates a vendor is asked to be strict',
    file: 'src/adapters/models/http-provider.ts',
    replace: 'this.#isVendors = isOfVendor(settings.baseUrl, wire);',
    by: 'this.#isVendors = settings.baseUrl !== wire.address;',
  },
];
