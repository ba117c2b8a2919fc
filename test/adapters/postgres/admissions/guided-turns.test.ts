import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { storeTurns } from '#adapters/postgres/admissions/store-turns.ts';
import { decideAdmissions } from '#core/turn/admission/decide-admissions.ts';
import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';
import { factsWith, request } from '#test/batches/admission-facts.ts';
import type { Break } from '#test/break.ts';

function admitted(guidance: ReadonlyMap<string, number>): TurnToStore {
  const [verdict] = decideAdmissions(factsWith(), [request({ guidance })]);
  assert.equal(verdict?.kind, 'admitted');
  if (verdict?.kind !== 'admitted') throw new Error('it was refused');
  return verdict.turn;
}

describe('the statement that stores turns', () => {
  const guided = admitted(new Map([['assistant', 3]]));
  const plain = admitted(new Map());
  const ofAnotherAgent = admitted(new Map([['another', 3]]));

  it('is the one of before for turns without guidance, whatever other agents have', () => {
    for (const turn of [plain, ofAnotherAgent]) {
      const { text, values } = storeTurns([turn]);
      assert.ok(!text.includes('guidance'));
      assert.equal(values?.length, 1);
    }
  });

  it('has the version of each turn that has one', () => {
    const { text, values } = storeTurns([plain, guided, ofAnotherAgent]);
    assert.ok(text.includes('guidance_version'));
    assert.deepEqual(values?.slice(1), [[guided.request.turnId], [3]]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A turn names the version of its own agent',
    file: 'src/core/turn/admission/turn-to-store.ts',
    replace: 'request.guidance.get(agentSlug) ?? null',
    by: "request.guidance.get('another') ?? null",
  },
  {
    rule: 'A turn without guidance needs no more of the statement that stores it',
    file: 'src/adapters/postgres/admissions/guided-turns.ts',
    replace: '  if (some.length === 0) return [];\n',
    by: '',
  },
];
