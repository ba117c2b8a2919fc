import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDemoProvider } from '#adapters/models/demo.ts';
import type { CallableTool } from '#core/clients/tool-server.ts';
import type { LiveTurn } from '#core/turn/live-turn.ts';
import { TextBudget } from '#core/turn/process/text-budget.ts';
import { StepRun } from '#core/turn/step-run.ts';
import { afterOutcomes } from '#core/turn/steps/decide-calls.ts';
import { StepListener } from '#core/turn/steps/step-listener.ts';
import type { CallOutcome, StepStore } from '#core/turn/steps/step-store.ts';
import { calledTool, type StoredCall, type StoredStep } from '#core/turn/steps/turn-tools.ts';
import type { Break } from '#test/break.ts';
import { HeldTools } from '#test/tools/held-tools.ts';
import { buildTool } from '#test/tools/turn-tool.ts';
import { buildLiveTurn } from '#test/world/live-turn.ts';

const megabyte = 1024 * 1024;
const asked = { calls: [{ id: 'call_1', name: 'shop_find_orders', arguments: '{}' }], native: null };
const demo = createDemoProvider();
const own = { provider: demo, model: 'own' };
const spare = { provider: { ...demo, id: 'spare' }, model: 'other' };

describe('The steps of an attempt', () => {
  it('end with the time that a turn has for its tools: its model has to answer then', async () => {
    const { live, run } = await begin({ toolMs: 20 });
    assert.equal(run.asked.toolChoice, 'auto');
    assert.equal(await run.take(asked, 'demo/own', new StepListener(live, false), []), true);
    assert.equal(run.asked.toolChoice, 'none');
    const [{ results } = assert.fail('there is no step')] = run.messages;
    assert.deepEqual(results, [
      { id: 'call_1', text: 'The tool could not be asked any more.', isError: true },
    ]);
  });

  it('fail behind a text that is too long to go back to the model: what it asks for is not passed over', async () => {
    const { live, run } = await begin();
    const listener = new StepListener(live, false);
    for (let times = 0; times < 3; times++) listener.onText('x'.repeat(megabyte));
    store(live);
    await assert.rejects(run.take(asked, 'demo/own', listener, []), /longer than 1 MiB/);
    assert.deepEqual(run.messages, []);
  });

  it('begin with all of a text of less than a megabyte, also while other answers fill the memory', async () => {
    const budget = new TextBudget(megabyte);
    for (let times = 0; times < 2; times++) {
      const other = buildLiveTurn({}, budget);
      other.onText('x'.repeat(0.9 * megabyte));
      store(other);
    }
    const { live, run } = await begin({ toolMs: 1, budget });
    const listener = new StepListener(live, false);
    listener.onText('y'.repeat(0.5 * megabyte));
    store(live);
    assert.equal(await run.take(asked, 'demo/own', listener, []), true);
    assert.equal(run.messages[0]?.text.length, 0.5 * megabyte);
  });

  it('are read by the model that has begun them, and by no other one while it is there', async () => {
    const { live, run } = await begin({ toolMs: 1 });
    assert.deepEqual(run.among([spare, own]), [spare, own]);
    await run.take(asked, 'demo/own', new StepListener(live, false), []);
    assert.deepEqual([run.among([spare, own]), run.among([spare, spare])], [[own], [spare]]);
  });

  it('take room from the rest of the prompt, and so do the tools that were offered', async () => {
    const { live, run } = await begin({ toolMs: 1 });
    const offered = run.tokens;
    assert.ok(offered > 0);
    await run.take(asked, 'demo/own', new StepListener(live, false), []);
    assert.ok(run.tokens > offered);
    assert.equal((await begin({ offered: [] })).run.tokens, 0);
  });

  it('end what the model has thought, before anything is sent', async () => {
    const { live, run } = await begin({ toolMs: 1 });
    live.onThinking();
    await run.take(asked, 'demo/own', new StepListener(live, false), []);
    assert.deepEqual(stepsOf(live), ['thinking done', 'tool failed']);
  });

  it('are stopped where another attempt has the turn, and nothing is sent', async () => {
    const { live, run, tools, steps } = await begin();
    steps.isReplaced = true;
    await assert.rejects(run.take(asked, 'demo/own', new StepListener(live, false), []));
    assert.deepEqual([live.stopReason, tools.asked], [{ kind: 'lost' }, 0]);
  });

  it('show a call once it is sent, and not while a person is asked about it', async () => {
    const tool = buildTool('find_orders', { effect: 'write', confirm: 'Look?' });
    const { live, run } = await begin({ offered: [tool] });
    await run.take(asked, 'demo/own', new StepListener(live, false), []);
    assert.deepEqual([run.question?.question, stepsOf(live)], ['Look?', []]);
  });

  it('go on in another attempt with their text, and in the turn of a yes without what its reader has seen', async () => {
    const called = calledTool(buildTool('find_orders'), null);
    const more = {
      name: 'shop_find_orders',
      arguments: '{}',
      sends: 1,
      question: null,
      tool: called,
    } as const;
    const result = { text: 'Two orders', isError: false };
    const done = { ...more, id: 'call_1', callId: 'done', status: 'done', result } as const;
    const open = { ...more, id: 'call_2', callId: 'open', status: 'open', result: null } as const;
    const stored = { nth: 1, origin: 'demo/own', text: 'Let me look.', native: null, calls: [done, open] };
    const texts: string[] = [];
    for (const confirmedAt of [undefined, new Date(0)]) {
      const { live, run } = await begin({ toolMs: 1, stored, ...(confirmedAt && { confirmedAt }) });
      texts.push(live.complete().text);
      assert.deepEqual(stepsOf(live), [...(confirmedAt ? [] : ['tool done']), 'tool failed']);
      assert.equal(run.messages[0]?.text, 'Let me look.');
    }
    assert.deepEqual(texts, ['Let me look.', '']);
  });
});

/** What readers see, in the order of the last changes. */
function stepsOf(live: LiveTurn): readonly string[] {
  return live.steps.since(0).map(({ kind, status }) => `${kind} ${status}`);
}

interface Begun {
  readonly toolMs?: number;
  readonly offered?: readonly CallableTool[];
  /** What an earlier attempt has left. */
  readonly stored?: StoredStep;
  readonly confirmedAt?: Date;
  readonly budget?: TextBudget;
}

async function begin({ toolMs, offered = [buildTool('find_orders')], budget, ...more }: Begun = {}) {
  const { stored, confirmedAt } = more;
  const facts = { hasSteps: stored !== undefined, ...(confirmedAt && { confirmedAt }) };
  const live = buildLiveTurn(facts, budget);
  const calls = new HeldTools();
  const steps = new StepsInMemory(stored);
  const options = { tools: { offeredTo: async () => offered, calls }, steps, ...(toolMs && { toolMs }) };
  return { live, tools: calls, steps, run: await StepRun.begin(live, options) };
}

function store(live: LiveTurn): void {
  for (let flush = live.flush(megabyte); flush.bytes > 0; flush = live.flush(megabyte)) flush.confirm();
}

/** The steps of one attempt, decided as the database decides them. */
class StepsInMemory implements StepStore {
  /** Another attempt has the turn by now. */
  isReplaced = false;
  readonly #stored: StoredStep | undefined;
  #calls: readonly StoredCall[];

  constructor(stored: StoredStep | undefined) {
    this.#stored = stored;
    this.#calls = stored?.calls ?? [];
  }

  async isKnownToAll(): Promise<boolean> {
    return true;
  }

  async storeStep(_attempt: unknown, { calls }: StoredStep): Promise<boolean> {
    this.#calls = calls;
    return !this.isReplaced;
  }

  async storeOutcomes(
    _attempt: unknown,
    _nth: number,
    outcomes: readonly CallOutcome[],
  ): Promise<readonly StoredCall[]> {
    const unchanged = { decision: null, isApproved: true, hasLapsed: false } as const;
    const locked = this.#calls.map((call) => {
      const { status, sends, tool } = call;
      const facts = { effect: tool?.effect ?? 'read', isIdempotent: false, status, sends, ...unchanged };
      return { call, facts };
    });
    this.#calls = afterOutcomes(locked, outcomes);
    return this.#calls;
  }

  async takeOver(): Promise<readonly StoredStep[]> {
    return this.#stored === undefined ? [] : [this.#stored];
  }
}

export const breaks: readonly Break[] = [
  {
    rule: 'The tools of a turn have a minute together',
    file: 'src/core/turn/step-run.ts',
    replace: ' || this.#leftMs <= 0',
    by: '',
  },
  {
    rule: 'What is asked behind too long a text fails the answer',
    file: 'src/core/turn/step-run.ts',
    replace: 'if (text === null) throw tooLongToCall();',
    by: 'if (text === null) return false;',
  },
  {
    rule: 'The text of a step stays in memory, however full that is',
    file: 'src/core/turn/live-turn.ts',
    replace: 'this.#share.isTight() && !this.mayCall',
    by: 'this.#share.isTight()',
  },
  {
    rule: 'A step is read by its own model',
    file: 'src/core/turn/step-run.ts',
    replace: 'modelReference(candidate) === origin',
    by: "modelReference(candidate) === 'spare/other'",
  },
  {
    rule: 'Tools and steps take room from the rest of a prompt',
    file: 'src/core/turn/step-run.ts',
    replace: 'JSON.stringify([this.asked.tools, this.messages])',
    by: 'JSON.stringify([this.asked.tools])',
  },
  {
    rule: 'A turn without tools has all of its room',
    file: 'src/core/turn/step-run.ts',
    replace: 'if (this.#offered.length === 0 && this.#steps.length === 0) return 0;',
    by: '',
  },
  {
    rule: 'A model that asks for a tool has thought',
    file: 'src/core/turn/step-run.ts',
    replace: "    this.#live.steps.endThought('done');\n",
    by: '',
  },
  {
    rule: 'An attempt that was replaced sends nothing',
    file: 'src/core/turn/step-run.ts',
    replace: "    if (!isStored) this.#live.stop({ kind: 'lost' });\n",
    by: '    void isStored;\n',
  },
  {
    rule: 'A call that a person is asked about is no step yet',
    file: 'src/core/turn/step-run.ts',
    replace: "tool !== null && status !== 'pending' && !this.#told",
    by: 'tool !== null && !this.#told',
  },
  {
    rule: 'Another attempt has the text of the steps before it',
    file: 'src/core/turn/step-run.ts',
    replace: '      else this.listen().onText(step.text);\n',
    by: '',
  },
  {
    rule: 'The answer behind a yes does not repeat the text of the question',
    file: 'src/core/turn/step-run.ts',
    replace: '      else this.listen().onText(step.text);\n',
    by: '      this.listen().onText(step.text);\n',
  },
  {
    rule: 'The answer behind a yes does not repeat the steps before the question',
    file: 'src/core/turn/step-run.ts',
    replace: '      if (isAnothers) this.#silence(step);\n      else',
    by: '      if (!isAnothers)',
  },
];
