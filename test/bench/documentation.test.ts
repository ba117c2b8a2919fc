import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { figuresOf } from '../../bench/report/documentation.ts';
import type { KeptCase } from '../../bench/report/results.ts';

const finding = { unit: '×', goal: { atMost: 1 } } as const;
const p1: KeptCase = {
  commit: '0123456789',
  measured_at: '2030-01-01T00:00:00.000Z',
  rounds: 5,
  seconds: 60,
  node: 'v24.0.0',
  machine: '2 × a processor, Linux 6',
  findings: [{ ...finding, case: 'p1', what: 'a cost', values: [1.1, 0.9, 1] }],
};
const p2: KeptCase = { ...p1, findings: [{ ...finding, case: 'p2', what: 'a rate', values: [2] }] };

describe('The figures of the bench', () => {
  it('are reported together, with the commit that was measured', () => {
    const figures = figuresOf({ p2, p1, p9: p2 }, ['p1', 'p2']) ?? '';
    assert.match(figures, /^Commit `0123456789`, 2030-01-01, 5 rounds, on 2 × a processor/);
    assert.deepEqual(figures.split('\n').slice(-2), [
      '| P1 | a cost | 1 × | 0.9 to 1.1 | ≤ 1 | reached |',
      '| P2 | a rate | 2 × | 2 to 2 | ≤ 1 | **missed** |',
    ]);
  });

  it('name the cases that were measured on another commit', () => {
    const figures = figuresOf({ p1, p2: { ...p2, commit: 'abcdef0123' }, p3: p1 }, ['p1', 'p2', 'p3']) ?? '';
    assert.match(figures, /^Commit `0123456789` \(P2: `abcdef0123`\), 2030-01-01/);
  });

  it('are not reported while a case is missing, or was measured on code of no commit', () => {
    assert.equal(figuresOf({ p1 }, ['p1', 'p2']), null);
    assert.equal(figuresOf({ p1, p2: { ...p2, commit: '0123456789+changes' } }, ['p1', 'p2']), null);
  });
});
