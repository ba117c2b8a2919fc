import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PostgresTenantStore } from '#adapters/postgres/tenants/tenant-store.ts';
import { PostgresWebhookStore } from '#adapters/postgres/webhooks/webhook-store.ts';
import { nameResolver } from '#adapters/webhooks/resolve-name.ts';
import { WebhookManager } from '#core/administration/manage-webhooks.ts';
import { ParleyError } from '#core/errors.ts';
import { WebhookAddresses } from '#core/webhooks/webhook-addresses.ts';
import { WebhookSecrets } from '#core/webhooks/webhook-secrets.ts';
import type { Break } from '#test/break.ts';
import { type NameServer, startNameServer } from '#test/webhooks/name-server.ts';
import { openTenantWorld, operator, type TenantWorld } from './tenant-world.ts';

const networks = ['10.1.0.0/16'];
const inside = 'http://hooks.inside.example/';
const outside = 'http://hooks.outside.example/';
const refused = (error: unknown) =>
  error instanceof ParleyError &&
  error.code === 'webhook_url_not_allowed' &&
  error.status === 422 &&
  error.fields[0]?.pointer === '/url';

describe('The name of an http endpoint', () => {
  let world: TenantWorld;
  let names: NameServer;
  let webhooks: WebhookManager;
  before(async () => {
    world = await openTenantWorld();
    names = await startNameServer({
      'hooks.inside.example': '10.1.2.3',
      'hooks.outside.example': '10.2.0.1',
    });
    webhooks = new WebhookManager(
      new PostgresWebhookStore(world.database),
      new PostgresTenantStore(world.database),
      new WebhookAddresses({ publicOrigin: 'https://chat.example.com', networks }),
      nameResolver([names.address]),
      new WebhookSecrets('a master secret that is long enough', null),
    );
    await world.clients.create(operator, 'acme', {});
  });
  after(async () => {
    await names[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  test('that leads outside of the allowed networks is refused when it is given', async () => {
    await assert.rejects(webhooks.create(operator, 'acme', { url: outside }), refused);
    const { webhook } = await webhooks.create(operator, 'acme', { url: inside });
    assert.equal(webhook.url, inside);
    await assert.rejects(webhooks.update(operator, 'acme', webhook.id, { url: outside }), refused);
    const { url } = await webhooks.update(operator, 'acme', webhook.id, { description: 'The same place' });
    assert.equal(url, inside);
  });

  test('that is not known yet is judged with each attempt', async () => {
    const { webhook } = await webhooks.create(operator, 'acme', { url: 'http://hooks.later.example/' });
    assert.equal(webhook.url, 'http://hooks.later.example/');
  });

  test('is looked for, and that of an https endpoint or an address is not', async () => {
    const before = names.asked();
    await webhooks.create(operator, 'acme', { url: 'https://hooks.outside.example/' });
    await webhooks.create(operator, 'acme', { url: 'http://10.1.2.3/' });
    assert.equal(names.asked(), before);
    await webhooks.create(operator, 'acme', { url: inside });
    assert.ok(names.asked() > before);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The name of an http endpoint leads inside of the allowed networks when it is given',
    file: 'src/core/administration/manage-webhooks.ts',
    replace: 'await this.#checkName(url);',
    by: '',
  },
  {
    rule: 'So does the name that an endpoint is changed to',
    file: 'src/core/administration/manage-webhooks.ts',
    replace: 'if (change.url !== undefined) await this.#checkName(change.url);',
    by: '',
  },
  {
    rule: 'A name that is not known yet may be given',
    file: 'src/core/webhooks/webhook-addresses.ts',
    replace: 'found.length === 0 || ',
    by: '',
  },
  {
    rule: 'No name of an https endpoint is looked for when it is given',
    file: 'src/core/webhooks/webhook-addresses.ts',
    replace: "protocol !== 'http:' || ",
    by: '',
  },
];
