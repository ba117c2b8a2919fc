import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Language } from '#contract/languages/languages.ts';
import { mostCalls, mostSteps, mustAnswer, planStep } from '#core/turn/steps/plan-step.ts';
import { calledTool, type StoredCall, type StoredStep } from '#core/turn/steps/turn-tools.ts';
import type { Break } from '#test/break.ts';
import { buildTool } from '#test/tools/turn-tool.ts';

const inputSchema = {
  type: 'object',
  properties: { status: { type: 'string' }, n: { type: 'integer' }, d: {} },
};
const definition = { title: null, description: 'Finds orders.', inputSchema };
const writing = [buildTool('write', { definition, effect: 'write', confirm: 'Write {status}?' })];
const tools = [buildTool('find_orders', { definition }), buildTool('cancel_order', { effect: 'write' })];

describe('The calls of a step', () => {
  it('are sent where the model was offered the tool', () => {
    assert.deepEqual(words(planStep([ask('shop_find_orders', '{"status":"open"}')], tools, [])), ['open']);
    assert.deepEqual(words(planStep([ask('shop_other', '{}')], tools, [])), [
      'There is no tool of this name.',
    ]);
  });

  it('may say nothing, and are not sent where they are no object, longer than 8 KiB, or deeper than anything walks', () => {
    const refusal = 'The arguments are no JSON object of at most 8192 bytes.';
    const texts = ['', '{"n":1}', '[]', 'null', '{"a"', JSON.stringify({ status: 'ä'.repeat(4_090) })];
    texts.push(`{"d":${'['.repeat(4_000)}${']'.repeat(4_000)}}`);
    const plans = texts.map((text) => words(planStep([ask('shop_find_orders', text)], tools, []))[0]);
    assert.deepEqual(plans, ['open', 'open', refusal, refusal, refusal, refusal, refusal]);
  });

  it('are not sent with an argument that was not approved', () => {
    const [refused] = words(planStep([ask('shop_find_orders', '{"user":"somebody else"}')], tools, []));
    assert.equal(refused, 'The argument /user is not known.');
  });

  it('are no question where a person could not be shown all of it', () => {
    const long = JSON.stringify({ status: 'x'.repeat(201) });
    assert.deepEqual(words(planStep([ask('shop_write', long)], writing, [])), [
      'An argument is longer than a person can be shown.',
    ]);
    const [planned] = planStep([ask('shop_write', '{"status":"x"}')], writing, []);
    assert.deepEqual([planned?.status, planned?.question], ['pending', 'Write x?']);
  });

  it('are no question where a person could not see all of it, while a tool that reads is sent what the model wrote', () => {
    const hidden = '{"status":"x\\u200b"}';
    assert.deepEqual(words(planStep([ask('shop_write', hidden)], writing, [])), [
      'The arguments contain characters that nobody can see.',
    ]);
    assert.deepEqual(words(planStep([ask('shop_find_orders', hidden)], tools, [])), ['open']);
  });

  it('get the stored result where they ask for the same again, in whatever order the arguments stand', () => {
    const first = answered(ask('shop_find_orders', '{"n":3,"d":{"b":1,"c":2}}'), 'Two orders');
    const again = planStep([ask('shop_find_orders', '{ "d": {"c":2,"b":1}, "n": 3 }')], tools, [
      stepOf(first),
    ]);
    assert.deepEqual(words(again), ['Two orders']);
    assert.equal(again[0]?.sends, 0);
    assert.deepEqual(words(planStep([ask('shop_find_orders', '{"d":4}')], tools, [stepOf(first)])), ['open']);
  });

  it('are sent once where one step asks twice', () => {
    const twice = planStep([ask('shop_find_orders', '{}'), ask('shop_find_orders', '')], tools, []);
    assert.deepEqual(
      twice.map(({ status }) => status),
      ['open', 'failed'],
    );
  });

  it('are told in the wanted language, else in English, else in the first that their approval has', () => {
    const [both, one] = [{ de: 'Sieht nach', en: 'Looks' }, { fr: 'Cherche' }];
    const told = (labels: Partial<Record<Language, string>>, language: Language | null) =>
      calledTool(buildTool('find_orders', { labels }), language).label;
    assert.deepEqual(
      [told(both, 'de'), told(both, 'it'), told(both, null), told(one, 'de')],
      ['Sieht nach', 'Looks', 'Looks', 'Cherche'],
    );
  });

  it(`are ${mostCalls} in one turn`, () => {
    const many = Array.from({ length: mostCalls + 2 }, (_, nth) => ask('shop_find_orders', `{"n":${nth}}`));
    const open = (plans: readonly StoredCall[]) => plans.filter(({ status }) => status === 'open').length;
    assert.equal(open(planStep(many, tools, [])), mostCalls);
    const before = stepOf(...many.slice(0, 3).map((call) => answered(call, 'x')));
    assert.equal(open(planStep(many.slice(3), tools, [before])), mostCalls - 3);
  });
});

describe('A model has to answer', () => {
  const call = (nth: number) => answered(ask('shop_find_orders', `{"n":${nth}}`), 'x');

  it('once it has had its steps, or its calls', () => {
    const steps = (count: number) => Array.from({ length: count }, (_, nth) => stepOf(call(nth)));
    assert.equal(mustAnswer(steps(mostSteps - 1)), false);
    assert.equal(mustAnswer(steps(mostSteps)), true);
    const calls = (count: number) => [stepOf(...Array.from({ length: count }, (_, nth) => call(nth)))];
    assert.equal(mustAnswer(calls(mostCalls - 1)), false);
    assert.equal(mustAnswer(calls(mostCalls)), true);
  });

  it('when it asks for the same a third time', () => {
    assert.equal(mustAnswer([stepOf(call(1)), stepOf(call(1))]), false);
    assert.equal(mustAnswer([stepOf(call(1)), stepOf(call(1)), stepOf(call(1))]), true);
  });
});

function ask(name: string, text: string) {
  return { id: 'call_1', name, arguments: text };
}

function answered(call: ReturnType<typeof ask>, text: string): StoredCall {
  const [planned] = planStep([call], tools, []);
  if (planned === undefined) throw new Error('nothing was planned');
  return { ...planned, status: 'done', result: { text, isError: false } };
}

function stepOf(...calls: readonly StoredCall[]): StoredStep {
  return { nth: 1, origin: 'p/a', text: '', native: null, calls };
}

/** The result of each call, or its state where it has none. */
function words(calls: readonly StoredCall[]): readonly string[] {
  return calls.map(({ status, result }) => result?.text ?? status);
}

export const breaks: readonly Break[] = [
  {
    rule: 'Nobody is asked about an argument of which a part cannot be seen',
    file: 'src/core/turn/steps/plan-step.ts',
    replace:
      "  if (hidesFromPerson(given)) return refused('The arguments contain characters that nobody can see.');\n",
    by: '',
  },
  {
    rule: 'Nobody is asked about an argument that is not shown',
    file: 'src/core/turn/steps/plan-step.ts',
    replace:
      "if (shownArguments(given) === null) return refused('An argument is longer than a person can be shown.');",
    by: '',
  },
  {
    rule: 'What a tool does is told in English where the approval has no other words for it',
    file: 'src/core/turn/steps/turn-tools.ts',
    replace: "labels[language ?? 'en'] ?? labels.en ??",
    by: "labels[language ?? 'en'] ??",
  },
  {
    rule: 'Only what was offered is called',
    file: 'src/core/turn/steps/plan-step.ts',
    replace: "if (tool === undefined) return refused('There is no tool of this name.');",
    by: "if (tool === undefined) return { tool: null, status: 'open', sends: 1, result: null };",
  },
  {
    rule: 'The arguments of a call have at most 8 KiB, in bytes',
    file: 'src/core/tools/read-arguments.ts',
    replace: 'Buffer.byteLength(text) > limits',
    by: 'text.length > limits',
  },
  {
    rule: 'No arguments are deeper than what walks through them can go',
    file: 'src/core/tools/read-arguments.ts',
    replace: ' && !isDeep(value, mostLevels)',
    by: '',
  },
  {
    rule: 'The same call is not sent again',
    file: 'src/core/turn/steps/plan-step.ts',
    replace: 'if (known?.result) return',
    by: "if (known?.status === 'open') return",
  },
  {
    rule: 'The order of arguments makes no other call',
    file: 'src/core/turn/steps/plan-step.ts',
    replace: '.sort(([a], [b]) => (a < b ? -1 : 1))',
    by: '',
  },
  {
    rule: 'A turn calls eight tools',
    file: 'src/core/turn/steps/plan-step.ts',
    replace: 'earlier.length + index >= mostCalls',
    by: 'index >= mostCalls',
  },
  {
    rule: 'A model that asks a third time for the same has to answer',
    file: 'src/core/turn/steps/plan-step.ts',
    replace: 'count > 2',
    by: 'count > 3',
  },
  {
    rule: 'A turn has five steps',
    file: 'src/core/turn/steps/plan-step.ts',
    replace: 'steps.length >= mostSteps ||',
    by: '',
  },
];
