import assert from 'node:assert/strict';
import { it } from 'node:test';
import { presentTool, presentToolServer } from '#core/tools/present-tools.ts';
import type { Break } from '#test/break.ts';
import { requestAt, serverAt } from '#test/tools/callable-tool.ts';

const url = 'https://tools.example.com/';

it('A tool server says until when the last of its earlier secrets signs as well', () => {
  const ends = ['2026-11-27', '2026-11-29', '2026-11-28'].map((day) => new Date(`${day}T00:00:00Z`));
  const previousSecrets = ends.map((until) => ({ generation: 1, key: 'k', until }));
  const { previous_secret_until: until } = presentToolServer(serverAt(url, { previousSecrets }));
  assert.equal(until, '2026-11-29T00:00:00.000Z');
  assert.equal(presentToolServer(serverAt(url)).previous_secret_until, null);
});

it('A tool has changed where it is approved, and offered otherwise or not at all', () => {
  const { approval } = requestAt(url).tool;
  const same = { definition: approval.definition, hash: approval.hash };
  const changed = (offered: typeof same | null, approved: typeof approval | null) =>
    presentTool('shop', { name: 'find_orders', offered, approval: approved }).changed;
  assert.deepEqual(
    [
      changed(same, approval),
      changed({ ...same, hash: 'another' }, approval),
      changed(null, approval),
      changed(same, null),
    ],
    [false, true, true, false],
  );
});

export const breaks: readonly Break[] = [
  {
    rule: 'The overlap of the secrets of a tool server ends with the last of them',
    file: 'src/core/tools/present-tools.ts',
    replace: 'Math.max(...ends)',
    by: 'Math.min(...ends)',
  },
  {
    rule: 'A tool that is not offered any more has changed',
    file: 'src/core/tools/present-tools.ts',
    replace: 'offered?.hash !== approval.hash',
    by: 'offered !== null && offered.hash !== approval.hash',
  },
  {
    rule: 'A tool that is not approved has not changed',
    file: 'src/core/tools/present-tools.ts',
    replace: 'approval !== null && offered?.hash !== approval.hash',
    by: 'offered?.hash !== approval?.hash',
  },
];
