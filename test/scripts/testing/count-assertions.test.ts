import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { testPostgresUrl } from '#test/database/postgres.ts';
import { sharedPostgresVariable } from '#test/database/run-postgres.ts';
import { startProcess } from '#test/world/process.ts';

const root = join(import.meta.dirname, '../../..');

test('a test that asserts nothing fails the run, which names it', async () => {
  const planted = 'test/fixtures/programs/asserting-nothing.ts';
  const env = { [sharedPostgresVariable]: await testPostgresUrl() };
  await using run = startProcess(process.execPath, ['scripts/test.ts', planted], { cwd: root, env });
  assert.equal((await run.exited).code, 1);
  const named = [...run.stdout().matchAll(/Error: Asserts nothing: (.*)/g)].map(([, name]) => name);
  assert.deepEqual(
    [...new Set(named)],
    ['a suite > with a test that asserts nothing', 'a test beside it that asserts nothing'],
  );
  assert.match(run.stdout(), /pass 3\n/);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A test that asserts nothing fails the run',
    file: 'scripts/test.ts',
    replace: "['scripts/testing/count-assertions.ts', ...files]",
    by: 'files',
  },
];
