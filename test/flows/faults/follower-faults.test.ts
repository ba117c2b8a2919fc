import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from '#test/reading/answered.ts';
import { openApi } from '#test/world/api.ts';

test('a follower whose statement fails is cut, and does not keep waiting', async () => {
  await using api = await openApi({ processes: 2, config: { limits: { drain_ms: 0 } } });
  const partner = await api.partner();
  api.provider.enqueue({ stallAfter: 1 });
  const open = await partner.open({ options: { on_disconnect: 'continue' } });
  const path = `/jobs/${open.headers.get('x-job-id')}/stream?external_user_id=user-1`;
  const follower = await partner.request('GET', path, undefined, { process: 1 });
  assert.equal(follower.status, 200);
  await api.database.query('alter table turn_output rename to turn_output_elsewhere');
  assert.equal((await readAnswer(follower)).complete, false);
  await api.database.query('alter table turn_output_elsewhere rename to turn_output');
});
