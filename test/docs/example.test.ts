import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startProcess, startService } from '#test/world/process.ts';

test('examples/queue-jobs queues 50 jobs, cancels one, reads what grows and resumes what was dropped', async () => {
  await using service = await startService();
  const [key] = await service.printed(/parley_sk_\w+/);
  const program = join(import.meta.dirname, '..', '..', 'examples', 'queue-jobs', 'main.ts');
  const env = { PARLEY_URL: `${service.origin}/v1`, PARLEY_KEY: key };
  await using example = startProcess(process.execPath, [program], { env });
  const { code } = await example.exited;
  const printed = example.stdout();
  assert.equal(code, 0, example.stderr());
  assert.match(printed, /50 jobs were accepted in \d+ ms/);
  assert.match(printed, /job \d+ stood at (?:\d+, )+done/);
  assert.match(printed, /job 50 is cancelled, its charge was given back/);
  assert.match(printed, /its pieces are the answer/);
  assert.match(printed, /dropped after \d+ characters, at 1\.\d+$/m);
  assert.match(printed, /^resumed, it has \d+: nothing missing, nothing twice$/m);
  assert.match(printed, /^completed: 49$/m);
  assert.match(printed, /^cancelled: 1$/m);
});
