import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PostgresClientStore } from '#adapters/postgres/administration/client-store.ts';
import { ensureDemoClient, ensureDemoUser } from '#core/administration/ensure-demo.ts';
import type { Break } from '#test/break.ts';
import { openTenantWorld, operator } from './tenant-world.ts';

test('an installation without clients gets a demo client, whose key is printed once', async () => {
  await using world = await openTenantWorld();
  const store = new PostgresClientStore(world.database);
  const both = await Promise.all([1, 2].map(() => ensureDemoClient(store, world.clients)));
  const [made, ...none] = both.sort((left) => (left === null ? 1 : -1));
  assert.deepEqual(none, [null]);
  const { slug, name, subscriptionStatus, deepDiveEnabled, dailyLimit } = await world.clients.find('demo');
  assert.equal(made?.client.slug, slug);
  assert.deepEqual([name, subscriptionStatus, deepDiveEnabled, dailyLimit], ['Demo', 'active', true, 5_000]);
  assert.equal(await ensureDemoClient(store, world.clients), null);
});

test('an installation with a client gets none', async () => {
  await using world = await openTenantWorld();
  await world.clients.create(operator, 'acme', {});
  assert.equal(await ensureDemoClient(new PostgresClientStore(world.database), world.clients), null);
});

test('the demo tenant gets one person who can sign in, while it is enabled', async () => {
  await using world = await openTenantWorld();
  const store = new PostgresClientStore(world.database);
  assert.equal(await ensureDemoUser(store, world.users), null);
  await ensureDemoClient(store, world.clients);
  await world.clients.update(operator, 'demo', { enabled: false });
  assert.equal(await ensureDemoUser(store, world.users), null);
  await world.clients.update(operator, 'demo', { enabled: true });
  assert.equal((await ensureDemoUser(store, world.users))?.email, 'admin@example.com');
  assert.equal(await ensureDemoUser(store, world.users), null);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A demo tenant that is disabled gets no person',
    file: 'src/core/administration/ensure-demo.ts',
    replace: '!demo?.enabled || ',
    by: '!demo || ',
  },
];
