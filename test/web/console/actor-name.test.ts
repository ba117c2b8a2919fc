import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actorName } from '../../../src/web/console/components/actor-name.ts';

test('an author of a change is named by kind, and an operator by the address', () => {
  assert.equal(actorName('op:0199c6a2', 'dan@example.com'), 'Operator dan@example.com');
  assert.equal(actorName('op:0199c6a2', null), 'Operator 0199c6a2');
  assert.equal(actorName('key:acme', null), 'Key of acme');
  assert.equal(actorName('service', null), 'Parley itself');
});
