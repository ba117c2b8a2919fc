import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDemoProvider } from '#adapters/models/demo.ts';
import type { ModelRequest, ModelStep, ToolResult } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { ask } from '../provider-factory.ts';

const provider = createDemoProvider({ root: import.meta.dirname, paceMs: 0 });
const tools = ['find_orders', 'now'].map((name) => ({ name, description: name, schema: { type: 'object' } }));
const asking = (content: string, more: Partial<ModelRequest> = {}) =>
  ask(provider, { messages: [{ role: 'user', content }], tools, ...more });

/** The answer behind calls with these results. */
async function answered(question: string, ...results: readonly Omit<ToolResult, 'id'>[]): Promise<string> {
  const { result } = await asking(question);
  assert.ok(result?.asked);
  const step: ModelStep = {
    role: 'step',
    origin: 'demo/parley-docs',
    text: '',
    ...result.asked,
    results: result.asked.calls.flatMap(({ id }, index) => {
      const found = results[index];
      return found ? [{ id, ...found }] : [];
    }),
  };
  const { text, result: end } = await ask(provider, {
    messages: [{ role: 'user', content: question }, step],
    tools,
  });
  assert.equal(end?.asked, undefined);
  return text;
}

describe('The demo with tools', () => {
  it('calls those that a question names, with what stands there', async () => {
    const question = 'Try [[tool:find_orders {"status":"open","in":{"city":"Łódź"}}]] and [[tool:now]].';
    const { text, result } = await asking(question);
    assert.equal(text, '');
    assert.deepEqual(
      result?.asked?.calls.map(({ name, arguments: given }) => [name, given]),
      [
        ['find_orders', '{"status":"open","in":{"city":"Łódź"}}'],
        ['now', '{}'],
      ],
    );
    assert.equal(new Set(result?.asked?.calls.map(({ id }) => id)).size, 2);
  });

  it('answers with the results, whatever is in them', async () => {
    const text = await answered(
      '[[tool:find_orders]] [[tool:now]]',
      { text: 'Two.\n```\n# No heading', isError: false },
      { text: 'No clock.', isError: true },
    );
    assert.match(text, /The tool `find_orders` answered:\n\n````\nTwo\.\n```\n# No heading\n````/);
    assert.match(text, /The tool `now` failed:\n\n```\nNo clock\.\n```/);
    assert.match(text, /offline demo/);
  });

  it('says which tool it does not have, and calls none that it may not', async () => {
    const { text, result } = await asking('[[tool:cancel {"id":1}]]');
    assert.match(text, /The tool `cancel` is not offered here\./);
    assert.equal(result?.asked, undefined);
    for (const more of [{ tools: [] }, { toolChoice: 'none' }] as const) {
      assert.equal((await asking('[[tool:now]]', more)).result?.asked, undefined);
    }
  });

  it('answers other questions as without them', async () => {
    const { text, result } = await asking('What is a tool: [[toolbox]]?');
    assert.equal(result?.asked, undefined);
    assert.match(text, /has nothing on that/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The demo calls a tool once',
    file: 'src/adapters/models/demo/tool-calls.ts',
    replace: " || messages.at(-1)?.role === 'step'",
    by: '',
  },
  {
    rule: 'The demo calls no tool that it was not offered',
    file: 'src/adapters/models/demo/tool-calls.ts',
    replace: '.filter(({ name }) => tools.some((tool) => tool.name === name))',
    by: '',
  },
  {
    rule: 'What a tool says stays within its fence',
    file: 'src/adapters/models/demo/tool-calls.ts',
    replace: "'`'.repeat(longest + 1)",
    by: "'`'.repeat(3)",
  },
];
