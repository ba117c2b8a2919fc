import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#test/world/process.ts';
import { runParley } from './run-parley.ts';

test('commands work beside the service on its own database, and what they do holds at once', async () => {
  await using service = await startService();
  const options = { env: { PARLEY_DATA_DIR: service.dataFolder }, folder: service.dataFolder };
  const created = (await runParley(['client', 'create', 'acme', '--json'], options)).json();
  const ask = () =>
    fetch(`${service.origin}/v1/agents`, { headers: { authorization: `Bearer ${created.api_key}` } });
  assert.equal((await ask()).status, 200);
  await runParley(['client', 'revoke', 'acme'], options);
  assert.equal((await ask()).status, 401);
  await runParley(['client', 'enable', 'acme'], options);
  assert.equal((await ask()).status, 200);
});
