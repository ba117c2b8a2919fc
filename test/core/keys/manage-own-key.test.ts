import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PostgresTenantStore } from '#adapters/postgres/tenants/tenant-store.ts';
import { OwnKeyManager } from '#core/keys/manage-own-key.ts';
import type { Break } from '#test/break.ts';
import {
  administratorStores,
  confirmingOne,
  openTenantWorld,
  operator,
  type TenantWorld,
} from '../administration/tenant-world.ts';

describe('A key that an administrator replaces by the password', () => {
  let world: TenantWorld;
  before(async () => {
    world = await openTenantWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  it('needs the password that stands, which is no attempt to sign in', async () => {
    const { client } = await world.clients.create(operator, 'replacing', { scopes: ['chat', 'keys'] });
    const by = await confirmingOne(world, client);
    const keys = (meanwhile?: () => Promise<unknown>) =>
      new OwnKeyManager({
        ...administratorStores(world, meanwhile),
        tenants: new PostgresTenantStore(world.database),
        onChange: () => undefined,
      });
    const { apiKey } = await keys().replace(client.slug, by);
    const prefix = async () => (await world.clients.find(client.slug)).keyPrefix;
    assert.ok(apiKey.startsWith(await prefix()));
    assert.equal(await world.countOf('login_throttle where attempts > 0'), 0);
    const reset = () =>
      world.database.query(`update hosted_users set password_hash = 'x' where client_id = $1`, [client.id]);
    await assert.rejects(keys(reset).replace(client.slug, by), { code: 'validation_error' });
    assert.ok(apiKey.startsWith(await prefix()));
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A password that was reset meanwhile replaces no key',
    file: 'src/core/keys/manage-own-key.ts',
    replace: '        await confirmation?.requireStanding();\n',
    by: '        void confirmation;\n',
  },
  {
    rule: 'A right password for a new key is no attempt to sign in',
    file: 'src/core/keys/manage-own-key.ts',
    replace: '    await confirmation.release();\n',
    by: '',
  },
];
