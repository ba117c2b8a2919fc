import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { actorName } from '../../../src/web/console/components/actor-name.ts';

test('an author of a change is named by kind, and an operator by the address', () => {
  assert.equal(actorName('op:0199c6a2', 'dan@example.com'), 'Operator dan@example.com');
  assert.equal(actorName('op:0199c6a2', null), 'Operator 0199c6a2');
  assert.equal(actorName('key:acme', null), 'Key of acme');
  assert.equal(actorName('service', null), 'Parley itself');
});

export const breaks: readonly Break[] = [
  {
    rule: 'The console names an operator by the address',
    file: 'src/web/console/components/actor-name.ts',
    replace: "email ?? rest.join(':')",
    by: "rest.join(':')",
  },
];
