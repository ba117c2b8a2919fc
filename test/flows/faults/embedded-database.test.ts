import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { until } from '#test/reading/until.ts';
import { startService, type TestService } from '#test/world/process.ts';

/** A quiet machine needs 2 s. */
const patienceMs = 60_000;

test('the service restarts a killed PostgreSQL: streams are answered, and the log reports it in a few lines', async () => {
  await using service = await startService({ env: { PARLEY_DEMO: 'on' } });
  const [, key = ''] = await service.printed(/Bearer (\S+?)'/);
  assert.match(await ask(service, key), /./);
  const before = linesOf(service);

  process.kill(await postmasterOf(service), 'SIGKILL');
  await until(() => ask(service, key).catch(() => null), patienceMs / 1_000);
  await service.printed(/"message":"PostgreSQL had exited and was restarted"/);
  // The first to notice may be a statement on a connection that has just been lost, which has no SQLSTATE.
  await service.printed(/"sqlstate":(?:"\w+"|null),"reason":".+","message":"The database is unavailable/);
  const isOfCaller = /"event":"(?:request|turn)\./;
  const said = linesOf(service)
    .slice(before.length)
    .filter((line) => !isOfCaller.test(line));
  assert.ok(said.length <= 5, said.join('\n'));

  // Now it cannot be restarted, so the service has to exit.
  await writeFile(join(service.dataFolder, 'postgres', 'data', 'postgresql.conf'), 'no_such_setting = 1\n');
  process.kill(await postmasterOf(service), 'SIGKILL');
  assert.deepEqual(await service.exited, { code: 1, signal: null });
  assert.match(service.stderr(), /^parley: PostgreSQL did not start \(.*no_such_setting.*postgres\.log\n$/);
});

async function ask(service: TestService, key: string): Promise<string> {
  const response = await fetch(`${service.origin}/v1/stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'What is Parley?', context: { external_user_id: 'user-1' } }),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text;
}

async function postmasterOf({ dataFolder }: TestService): Promise<number> {
  const file = await readFile(join(dataFolder, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  return Number.parseInt(file, 10);
}

function linesOf(service: TestService): readonly string[] {
  return service
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'));
}

export const breaks: readonly Break[] = [
  {
    rule: 'A service whose PostgreSQL does not come back ends with exit code 1',
    file: 'src/main/run-until-signal.ts',
    replace: 'service.failed ?? name.then(() => null)',
    by: 'name.then(() => null)',
  },
];
