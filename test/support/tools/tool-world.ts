import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#adapters/postgres/database/database.ts';
import type { Tool } from '#contract/tools/tools.ts';
import { createApiKey } from '#core/identity/api-key.ts';
import { openPatientDatabase } from '../database/patient-database.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { makeFolder } from '../machine/make-folder.ts';
import { createClient } from '../world/factories.ts';
import { bodyOf, JobCaller } from '../world/job-caller.ts';
import { startService, type TestService } from '../world/process.ts';
import { type PartnerShop, startPartnerShop } from './partner-shop.ts';

/** A partner's shop, and processes whose demo model calls its tools where a question says so. */
export interface ToolWorld extends AsyncDisposable {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly shop: PartnerShop;
  /** `main`: another release's program. */
  start(env?: Readonly<Record<string, string>>, main?: string): Promise<TestService>;
  /** An end user of a new partner who has approved the tools of the shop. */
  caller(service: TestService): Promise<JobCaller>;
}

const approvals = {
  find_orders: { effect: 'read', labels: { en: 'Looks up orders', de: 'Sieht nach Bestellungen' } },
  cancel_order: {
    effect: 'write',
    confirm: 'Cancel order {order_id}?',
    labels: { en: 'Cancels an order' },
  },
} as const;

/** Another database is one that a release before this one is to make. */
export async function openToolWorld(createDatabase = createTestDatabase): Promise<ToolWorld> {
  await using parts = new AsyncDisposableStack();
  const { url } = parts.use(await createDatabase());
  const database = parts.use(openPatientDatabase(url, 4));
  const shop = parts.use(await startPartnerShop());
  const folder = makeFolder('parley-tools-');
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const configFile = join(folder, 'config.json');
  await writeFile(configFile, JSON.stringify({ limits: { drain_ms: 0 } }));
  const services = parts.use(new AsyncDisposableStack());
  const rest = parts.move();
  return {
    database,
    databaseUrl: url,
    shop,
    async start(more = {}, main) {
      const env = {
        DATABASE_URL: url,
        PARLEY_SECRET: 'a secret of thirty-two characters and more',
        PARLEY_WEBHOOK_NETWORKS: '127.0.0.0/8',
        PARLEY_CONFIG: configFile,
        ...more,
      };
      return services.use(await startService({ env, ...(main !== undefined && { main }) }));
    },
    async caller(service) {
      const { key, hash } = createApiKey();
      const client = await createClient(database, {
        key_hash: hash,
        scopes: ['chat', 'tools', 'user-data', 'webhooks'],
      });
      const caller = new JobCaller(service, client.id, key, 'user-1');
      await approveTools(caller, shop);
      return caller;
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

async function approveTools(caller: JobCaller, shop: PartnerShop): Promise<void> {
  const { id } = await ask<{ id: string }>(caller, 'POST', '/tool-servers', { name: 'shop', url: shop.url });
  await ask(caller, 'POST', `/tool-servers/${id}/refresh`);
  const { data } = await ask<{ data: readonly Tool[] }>(caller, 'GET', `/tool-servers/${id}/tools`);
  for (const [name, approval] of Object.entries(approvals)) {
    const hash = data.find((tool) => tool.name === name)?.offered_hash;
    const body = { ...approval, offered_hash: hash, agents: ['assistant'] };
    await ask(caller, 'PUT', `/tool-servers/${id}/tools/${name}`, body);
  }
}

async function ask<T>(caller: JobCaller, method: string, path: string, body?: object): Promise<T> {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await caller.fetch(path, { method, headers, ...sent });
  if (response.ok) return bodyOf<T>(response);
  assert.fail(`${method} ${path}: ${response.status} ${await response.text()}`);
}
