import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decideBeginning, decideClick, decideLost, decideOutcome } from '#core/tools/decide-tool-call.ts';
import { mostConfirmedTurns, planToolCalls } from '#core/tools/plan-tool-calls.ts';
import {
  decidingMs,
  type LockedToolCall,
  type ToolCallStatus,
  toolCallTransitions,
} from '#core/tools/tool-call.ts';
import type { Break } from '#test/break.ts';
import {
  beginnings,
  type JournalState,
  type JournalStep,
  journalSteps,
  play,
  problemsOf,
} from '#test/tools/journal.ts';

const kinds = ['read', 'write', 'idempotent write'] as const;

describe('a call that is stored before it leaves', () => {
  it('keeps every promise in every state that it can reach, and takes each transition of its table', () => {
    const transitions = new Set<string>();
    for (const kind of kinds) {
      for (const { state, path } of reach(beginnings[kind], transitions)) {
        assert.deepEqual(problemsOf(state), [], `${kind}: ${path.join(', ')}`);
      }
    }
    assert.deepEqual([...transitions].sort(), pairs(Object.entries(toolCallTransitions)).sort());
  });

  it('keeps every promise however often its processes die and others take over', () => {
    const paths = fc.array(fc.constantFrom(...journalSteps), { maxLength: 60 });
    fc.assert(
      fc.property(fc.constantFrom(...kinds), paths, (kind, steps) => {
        let state = beginnings[kind];
        for (const step of steps) {
          state = play(state, step);
          assert.deepEqual(problemsOf(state), []);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('has the states of its record', () => {
    const record = join(
      import.meta.dirname,
      '../../../docs/decisions/0033-a-tool-call-is-stored-before-it-leaves.md',
    );
    const rows = readFileSync(record, 'utf8').matchAll(/^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \|/gm);
    const written = [...rows].flatMap(([, from = '', to = '']) =>
      [...to.matchAll(/\w+/g)].map(([status]) => `${from} > ${status}`),
    );
    assert.deepEqual(written.sort(), pairs(Object.entries(toolCallTransitions)).sort());
  });
});

describe('a click', () => {
  it('counts for a quarter of an hour', () => {
    assert.equal(decidingMs, 900_000);
    assert.deepEqual(decideClick(call('pending'), 'confirm'), { kind: 'confirm' });
    assert.deepEqual(decideClick({ ...call('pending'), hasLapsed: true }, 'confirm'), { kind: 'expire' });
  });

  it('is answered again as it was, and the other one finds the action closed', () => {
    for (const status of ['confirmed', 'open', 'done', 'failed', 'unknown', 'expired'] as const) {
      const confirmed = { ...call(status), decision: 'confirm' } as const;
      assert.deepEqual(decideClick(confirmed, 'confirm'), { kind: 'replay' });
      assert.deepEqual(decideClick(confirmed, 'decline'), { kind: 'closed' });
    }
    assert.deepEqual(decideClick(call('expired'), 'confirm'), { kind: 'closed' });
  });
});

describe('a confirmed call', () => {
  it('is not sent once its approval has changed', () => {
    const confirmed = { ...call('confirmed'), decision: 'confirm' } as const;
    assert.deepEqual(decideBeginning(confirmed), { kind: 'send' });
    assert.deepEqual(decideBeginning({ ...confirmed, isApproved: false }), become('expired'));
  });

  it('was not sent when its process is lost before it was open', () => {
    assert.deepEqual(decideLost(call('confirmed'), true), become('expired'));
  });
});

describe('an open call', () => {
  it('fails for certain where its only request was refused, and is unknown where another may have arrived', () => {
    for (const outcome of ['error', 'unreached'] as const) {
      assert.deepEqual(decideOutcome(call('open'), outcome), become('failed'));
      assert.deepEqual(decideOutcome({ ...call('open'), sends: 2 }, outcome), become('unknown'));
    }
  });

  it('is sent once more after an unclear outcome where that has no second effect, and no third time', () => {
    const idempotent = { ...call('open'), isIdempotent: true };
    const read = { ...call('open'), effect: 'read' } as const;
    assert.deepEqual(decideOutcome(call('open'), 'unclear'), become('unknown'));
    assert.deepEqual(decideOutcome(idempotent, 'unclear'), { kind: 'send' });
    assert.deepEqual(decideOutcome({ ...idempotent, sends: 2 }, 'unclear'), become('unknown'));
    assert.deepEqual(decideOutcome(read, 'unclear'), { kind: 'send' });
    assert.deepEqual(decideOutcome({ ...read, sends: 2 }, 'unclear'), become('failed'));
  });

  it('goes on in a new attempt only where that has no second effect', () => {
    assert.deepEqual(decideLost(call('open'), true), become('unknown'));
    assert.deepEqual(decideLost({ ...call('open'), isIdempotent: true }, true), { kind: 'send' });
    assert.deepEqual(decideLost({ ...call('open'), isIdempotent: true }, false), become('unknown'));
  });
});

it('of one step all reads are sent, one write is asked about, and the others are refused', () => {
  assert.deepEqual(planToolCalls(['read', 'write', 'read', 'write'], 0), ['send', 'ask', 'send', 'refuse']);
  assert.deepEqual(planToolCalls(['write', 'read'], mostConfirmedTurns), ['refuse', 'send']);
  assert.deepEqual(planToolCalls(['write'], mostConfirmedTurns - 1), ['ask']);
});

interface Reached {
  readonly state: JournalState;
  readonly path: readonly JournalStep[];
}

/** Every state that some order of steps leads to, each with the shortest one. Adds the transitions on the way. */
function reach(beginning: JournalState, transitions: Set<string>): Iterable<Reached> {
  const states = new Map<string, Reached>([[JSON.stringify(beginning), { state: beginning, path: [] }]]);
  // What is added while the map is walked is walked, too.
  for (const { state, path } of states.values()) {
    for (const step of journalSteps) {
      const next = play(state, step);
      if (next.call.sends > state.call.sends || next.call.status !== state.call.status) {
        transitions.add(`${state.call.status} > ${next.call.status}`);
      }
      const key = JSON.stringify(next);
      if (next.call.sends <= 3 && !states.has(key)) states.set(key, { state: next, path: [...path, step] });
    }
  }
  return states.values();
}

function pairs(table: readonly (readonly [string, readonly string[]])[]): string[] {
  return table.flatMap(([from, to]) => to.map((status) => `${from} > ${status}`));
}

/** A write, sent once where it was sent. */
function call(status: ToolCallStatus): LockedToolCall {
  const sends = status === 'open' ? 1 : 0;
  return {
    status,
    sends,
    effect: 'write',
    isIdempotent: false,
    decision: null,
    isApproved: true,
    hasLapsed: false,
  };
}

function become(status: ToolCallStatus) {
  return { kind: 'become', status } as const;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A write that is not idempotent is never sent twice',
    file: 'src/core/tools/decide-tool-call.ts',
    replace: "isApproved && (effect === 'read' || isIdempotent)",
    by: "isApproved && (effect === 'read' || isIdempotent || true)",
  },
  {
    rule: 'A write is called failed only where no request of it can have arrived',
    file: 'src/core/tools/decide-tool-call.ts',
    replace: "call.sends === 1 ? 'failed' : unclear(call)",
    by: "'failed'",
  },
  {
    rule: 'A call runs only while its very approval is in force',
    file: 'src/core/tools/decide-tool-call.ts',
    replace: "return call.isApproved ? { kind: 'send' } : become('expired');",
    by: "return { kind: 'send' };",
  },
  {
    rule: 'A call is not sent again once its approval has changed',
    file: 'src/core/tools/decide-tool-call.ts',
    replace: "isApproved && (effect === 'read' || isIdempotent)",
    by: "(effect === 'read' || isIdempotent)",
  },
  {
    rule: 'A click that comes too late counts for nothing',
    file: 'src/core/tools/decide-tool-call.ts',
    replace: "if (call.hasLapsed || !call.isApproved) return { kind: 'expire' };",
    by: '',
  },
  {
    rule: 'The same click is answered as before, the other one is not',
    file: 'src/core/tools/decide-tool-call.ts',
    replace: "call.decision === click ? 'replay' : 'closed'",
    by: "'replay'",
  },
  {
    rule: 'A call whose process is lost before it was open was never sent',
    file: 'src/core/tools/decide-tool-call.ts',
    replace: "if (call.status === 'confirmed') return become('expired');",
    by: "if (call.status === 'confirmed') return { kind: 'send' };",
  },
  {
    rule: 'An open write counts as one that may have happened',
    file: 'src/core/tools/tool-call.ts',
    replace: "(status === 'open' || status === 'done' || status === 'unknown')",
    by: "(status === 'done' || status === 'unknown')",
  },
  {
    rule: 'A step asks about one write at most',
    file: 'src/core/tools/plan-tool-calls.ts',
    replace: "index === asked ? 'ask' : 'refuse'",
    by: "'ask'",
  },
];
