import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDemoProvider } from '#adapters/models/demo.ts';
import type { LiveTurn } from '#core/turn/live-turn.ts';
import { TextBudget } from '#core/turn/process/text-budget.ts';
import { StepRun } from '#core/turn/step-run.ts';
import { afterOutcomes } from '#core/turn/steps/decide-calls.ts';
import { StepListener } from '#core/turn/steps/step-listener.ts';
import type { CallOutcome, StepStore } from '#core/turn/steps/step-store.ts';
import type { StoredCall, StoredStep } from '#core/turn/steps/turn-tools.ts';
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
});

async function begin({
  budget,
  ...more
}: {
  readonly toolMs?: number;
  readonly budget?: TextBudget;
} = {}): Promise<{ live: LiveTurn; run: StepRun }> {
  const live = buildLiveTurn({}, budget);
  const tools = { offeredTo: async () => [buildTool('find_orders')], calls: new HeldTools() };
  return { live, run: await StepRun.begin(live, { tools, steps: new StepsInMemory(), ...more }) };
}

function store(live: LiveTurn): void {
  for (let flush = live.flush(megabyte); flush.bytes > 0; flush = live.flush(megabyte)) flush.confirm();
}

/** The steps of one attempt, decided as the database decides them. */
class StepsInMemory implements StepStore {
  #calls: readonly StoredCall[] = [];

  async isKnownToAll(): Promise<boolean> {
    return true;
  }

  async storeStep(_attempt: unknown, { calls }: StoredStep): Promise<boolean> {
    this.#calls = calls;
    return true;
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
    return [];
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
];
