import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#test/world/process.ts';
import { runParley } from './run-parley.ts';

test('commands work beside the service on its own database, and what they do holds at once', async () => {
  await using service = await startService();
  const options = { env: { PARLEY_DATA_DIR: service.dataFolder }, folder: service.dataFolder };
  const created = (await runParley(['client', 'create', 'acme', '--json'], options)).json();
  const health = () =>
    fetch(`${service.origin}/v1/health`, { headers: { authorization: `Bearer ${created.api_key}` } });
  assert.equal((await health()).status, 200);
  await runParley(['client', 'revoke', 'acme'], options);
  assert.equal((await health()).status, 401);
  await runParley(['client', 'enable', 'acme'], options);
  assert.equal((await health()).status, 200);
});
