import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Api, openApi } from '#test/world/api.ts';

test('short turns that follow each other closely do not keep a process from renewing its lease', async () => {
  await using api = await openApi();
  const partner = await api.partner();
  const before = await leaseOf(api);
  const begun = performance.now();
  while (performance.now() - begun < 2_500) {
    assert.equal((await partner.send()).status, 200);
  }
  assert((await leaseOf(api)) - before >= 1_000, 'the lease is as old as the first of the turns');
});

/** Milliseconds since 1970. */
async function leaseOf(api: Api): Promise<number> {
  const [row] = await api.database.query<{ at: Date }>('select lease_until as at from processes');
  return row?.at.getTime() ?? 0;
}
