import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { childrenOf, environmentOf, isAlive } from '#test/machine/processes.ts';
import { until } from '#test/reading/until.ts';
import { startProcess } from '#test/world/process.ts';

describe('processes, as Linux shows them', () => {
  test('are alive until they end, and have their parent and their environment', async () => {
    const program = 'console.log("ready"); setInterval(() => {}, 60_000)';
    const started = startProcess(process.execPath, ['-e', program], { env: { CANARY: 'sings' } });
    await started.printed(/ready/);
    assert.equal(isAlive(started.pid), true);
    assert.ok(childrenOf(process.pid).includes(started.pid));
    assert.match(environmentOf(started.pid), /^CANARY=sings$/m);
    await started[Symbol.asyncDispose]();
    assert.equal(isAlive(started.pid), false);
    assert.ok(!childrenOf(process.pid).includes(started.pid));
  });

  test('are dead before their parent has collected them', async () => {
    // The child ends once the shell has become a program that knows nothing of it.
    const forgetful = '(until grep -q sleep /proc/$$/comm; do :; done) & echo "child $!"; exec sleep 60';
    await using shell = startProcess('sh', ['-c', forgetful]);
    const [, child] = await shell.printed(/child (\d+)/);
    await until(() => /^State:\s+Z/m.test(readFileSync(`/proc/${child}/status`, 'utf8')));
    assert.ok(childrenOf(shell.pid).includes(Number(child)));
    assert.equal(isAlive(Number(child)), false);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A process that was not collected yet counts as dead',
    file: 'test/support/machine/processes.ts',
    replace: "/cmdline`) !== ''",
    by: "/stat`) !== ''",
  },
];
