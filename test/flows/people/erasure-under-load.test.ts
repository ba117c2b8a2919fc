import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eraseUnderLoad } from '#test/people/erase-under-load.ts';

// The long form is in test/faults.
test('people who send without pause are erased while a process is killed, and a search of the database finds nothing', {
  timeout: 180_000,
}, async () => {
  const { turns } = await eraseUnderLoad({ people: 3, kills: 1, killEveryMs: 300 });
  assert.ok(turns > 3, 'too few turns to show anything');
});
