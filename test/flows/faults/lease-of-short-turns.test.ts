import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Api, openApi } from '#test/world/api.ts';

/** Some heartbeats of an idle process, on any machine. */
const patienceMs = 60_000;

test('short turns that follow each other closely do not keep a process from renewing its lease', async () => {
  await using api = await openApi();
  const partner = await api.partner();
  const before = await leaseOf(api);
  const begun = performance.now();
  do {
    assert.ok(performance.now() - begun < patienceMs, 'the lease is as old as the first of the turns');
    assert.equal((await partner.send()).status, 200);
  } while ((await leaseOf(api)) - before < 1_000);
});

/** Milliseconds since 1970. */
async function leaseOf(api: Api): Promise<number> {
  const [row] = await api.database.query<{ at: Date }>('select lease_until as at from processes');
  return row?.at.getTime() ?? 0;
}
