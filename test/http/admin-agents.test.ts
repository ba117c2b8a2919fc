import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type AdminService, startAdminService } from './admin-service.ts';

describe('/v1/admin/agents', () => {
  let service: AdminService;
  before(async () => {
    service = await startAdminService();
  });
  after(() => service[Symbol.asyncDispose]());

  test('agents are created and changed for all clients', async () => {
    const made = await service.call('createAgent', {
      body: { slug: 'tea', name: 'Tea', instructions: 'Sell tea.' },
    });
    assert.deepEqual([made.status, made.body.agent?.deep_dive?.effort], [201, 'high']);
    assert.equal(made.body.agent?.reserved, true);
    const read = await service.call('getAgent', { params: { slug: 'tea' } });
    assert.deepEqual(read.body.agent, made.body.agent);
    const body = { name: 'Fine tea', deep_dive: { effort: 'low' } };
    const { agent } = (await service.call('updateAgent', { params: { slug: 'tea' }, body })).body;
    assert.deepEqual(
      [agent?.name, agent?.instructions, agent?.deep_dive?.effort],
      ['Fine tea', 'Sell tea.', 'low'],
    );
    const { data } = (await service.call('listAgents')).body;
    const names = data?.map?.(({ slug, name }) => `${slug} ${name}`);
    assert.ok(names?.includes('tea Fine tea'));
  });

  test('DELETE takes an agent away, but for one that is the default of a client', async () => {
    await service.call('createAgent', {
      body: { slug: 'coffee', name: 'Coffee', instructions: 'Sell coffee.' },
    });
    await service.call('createClient', { body: { slug: 'roaster' } });
    const binding = { slug: 'roaster', agent: 'coffee' };
    await service.call('bindAgent', { params: binding });
    await service.call('updateClient', { params: { slug: 'roaster' }, body: { default_agent: 'coffee' } });
    for (const refused of [
      await service.call('deleteAgent', { params: { slug: 'coffee' } }),
      await service.call('unbindAgent', { params: binding }),
    ]) {
      assert.deepEqual([refused.status, refused.body.code], [409, 'agent_in_use']);
    }
    await service.call('updateClient', { params: { slug: 'roaster' }, body: { default_agent: 'assistant' } });
    const deleted = await service.call('deleteAgent', { params: { slug: 'coffee' } });
    assert.deepEqual([deleted.status, deleted.body], [200, { ok: true, slug: 'coffee', deleted: true }]);
    for (const name of ['getAgent', 'deleteAgent'] as const) {
      const gone = await service.call(name, { params: { slug: 'coffee' } });
      assert.deepEqual([gone.status, gone.body.code], [404, 'agent_not_found']);
    }
  });
});
