import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAdminService } from './admin-service.ts';

test('a user is deleted, and a client once it is revoked; both are unknown from then on, and the slug is free', async () => {
  await using service = await startAdminService();
  const params = { slug: 'leaving' };
  await service.call('createClient', { body: params });
  await service.call('updateClient', { params, body: { retention_days: 30 } });
  const added = await service.call('createUser', { params, body: { email: 'ada@example.com' } });
  const user = { params: { ...params, id: String(added.body.user?.id) } };
  assert.deepEqual((await service.call('deleteUser', user)).body, {
    ok: true,
    id: user.params.id,
    deleted: true,
  });
  assert.equal((await service.call('deleteUser', user)).body.code, 'user_not_found');
  assert.deepEqual((await service.call('listUsers', { params })).body.data, []);
  const early = await service.call('deleteClient', { params });
  assert.deepEqual([early.status, early.body.code], [409, 'client_not_revoked']);
  await service.call('revokeClient', { params });
  assert.deepEqual((await service.call('deleteClient', { params })).body, {
    ok: true,
    slug: 'leaving',
    deleted: true,
  });
  assert.equal((await service.call('getClient', { params })).status, 404);
  const again = await service.call('createClient', { body: params });
  assert.deepEqual([again.status, again.body.client?.retention_days], [201, null]);
});
