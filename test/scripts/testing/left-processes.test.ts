import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { testPostgresUrl } from '#test/database/postgres.ts';
import { sharedPostgresVariable } from '#test/database/run-postgres.ts';
import { isAlive } from '#test/machine/processes.ts';
import { until } from '#test/reading/until.ts';
import { startProcess } from '#test/world/process.ts';

const root = join(import.meta.dirname, '../../..');

describe('what a test has left running', () => {
  test('fails the run, which names and ends it', async () => {
    await using run = await start('at once');
    const [, pid = ''] = await run.printed(/left (\d+)/);
    assert.equal((await run.exited).code, 1);
    assert.match(run.stderr(), new RegExp(`Left running by the tests: ${pid} sleep 1000`));
    await until(() => !isAlive(Number(pid)), 10);
  });

  test('ends with a run that is stopped', async () => {
    await using run = await start('late');
    const [, pid = ''] = await run.printed(/left (\d+)/);
    run.kill('SIGTERM');
    assert.equal((await run.exited).code, 1);
    await until(() => !isAlive(Number(pid)), 10);
  });
});

async function start(leaving: string) {
  return startProcess(process.execPath, ['scripts/test.ts', 'test/fixtures/programs/leaving.ts'], {
    cwd: root,
    env: { LEAVING: leaving, [sharedPostgresVariable]: await testPostgresUrl() },
  });
}

export const breaks: readonly Break[] = [
  {
    rule: 'What a test has left running fails the run',
    file: 'scripts/test.ts',
    replace: 'havePassed && left.length === 0',
    by: 'havePassed',
  },
  {
    rule: 'What a test has left running ends with the run',
    file: 'scripts/testing/processes-of-run.ts',
    replace: "process.kill(pid, 'SIGKILL')",
    by: 'process.kill(pid, 0)',
  },
];
