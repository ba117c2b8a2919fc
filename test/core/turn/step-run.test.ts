import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDemoProvider } from '#adapters/models/demo.ts';
import type { LiveTurn } from '#core/turn/live-turn.ts';
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

  it('begin with no text that is too long for one', async () => {
    const { live, run } = await begin();
    const listener = new StepListener(live, false);
    for (let times = 0; times < 3; times++) listener.onText('x'.repeat(megabyte));
    for (let flush = live.flush(megabyte); flush.bytes > 0; flush = live.flush(megabyte)) flush.confirm();
    assert.equal(await run.take(asked, 'demo/own', listener, []), false);
    assert.deepEqual(run.messages, []);
  });

  it('are read by the model that has begun them, and by no other one while it is there', async () => {
    const { live, run } = await begin({ toolMs: 1 });
    assert.deepEqual(run.among([spare, own]), [spare, own]);
    await run.take(asked, 'demo/own', new StepListener(live, false), []);
    assert.deepEqual([run.among([spare, own]), run.among([spare, spare])], [[own], [spare]]);
  });
});

async function begin(more: { readonly toolMs?: number } = {}): Promise<{ live: LiveTurn; run: StepRun }> {
  const live = buildLiveTurn();
  const tools = { offeredTo: async () => [buildTool('find_orders')], calls: new HeldTools() };
  return { live, run: await StepRun.begin(live, { tools, steps: new StepsInMemory(), ...more }) };
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
    rule: 'What is too long for a step is an answer',
    file: 'src/core/turn/step-run.ts',
    replace: 'if (this.#mustAnswer || text === null) return false;',
    by: 'if (this.#mustAnswer) return false;',
  },
  {
    rule: 'A step is read by its own model',
    file: 'src/core/turn/step-run.ts',
    replace: 'modelReference(candidate) === origin',
    by: "modelReference(candidate) === 'spare/other'",
  },
];
