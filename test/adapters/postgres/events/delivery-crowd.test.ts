import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresDeliveryStore } from '#adapters/postgres/webhooks/delivery-store.ts';
import { PostgresWebhookStore } from '#adapters/postgres/webhooks/webhook-store.ts';
import type { ClaimedDelivery } from '#core/webhooks/delivery-store.ts';
import type { DeliveryWindow } from '#core/webhooks/delivery-windows.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { until } from '#test/reading/until.ts';
import { storeEndpoint, storeEvents } from '#test/webhooks/stored-endpoints.ts';
import { createClient } from '#test/world/factories.ts';

const delivered = { kind: 'delivered' } as const;

describe('Many deliveries', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let deliveries: PostgresDeliveryStore;
  let webhooks: PostgresWebhookStore;
  before(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 3);
    deliveries = new PostgresDeliveryStore(database);
    webhooks = new PostgresWebhookStore(database);
  });
  beforeEach(() => database.query('truncate webhook_deliveries, events'));
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  test('leave places of the process free, however many clients have endpoints that take more', async () => {
    const grown: DeliveryWindow[] = [];
    const taken: number[] = [];
    let free = 128;
    for (let nth = 0; nth < 5; nth += 1) {
      const { clientId, webhookId } = await startClient(100);
      grown.push({ webhookId, most: 64 });
      const claimed = await claim(free, grown);
      assert.ok(claimed.every(({ webhook }) => webhook.clientId === clientId));
      taken.push(claimed.length);
      free -= claimed.length;
    }
    assert.deepEqual(taken, [64, 32, 16, 8, 4], 'each gets half of what is free');
  });

  test('of two clients that are due at the same time leave a third of the places', async () => {
    const [one, other] = [await startClient(100), await startClient(100)];
    const grown = [one, other].map(({ webhookId }) => ({ webhookId, most: 64 }));
    const claimed = await claim(128, grown);
    const countOf = (id: number) => claimed.filter(({ webhook }) => webhook.clientId === id).length;
    assert.deepEqual([countOf(one.clientId), countOf(other.clientId)], [43, 43]);
  });

  test('that succeed are stored together, each with its own attempt', async () => {
    const { clientId, webhookId } = await startClient(9);
    await database.query('update webhooks set failing_since = now(), failures = 3 where id = $1', [
      webhookId,
    ]);
    const claimed = await claim(128, [{ webhookId, most: 64 }]);
    const before = await settlements();
    const settled = await Promise.all(
      claimed.map((delivery, index) => deliveries.settle(delivery, delivered, tryOf(index))),
    );
    assert.deepEqual([settled.length, new Set(settled)], [9, new Set(['settled'])]);
    assert.ok((await settlements()) - before <= 2, 'by one transaction, or by the first and the rest');
    for (const [index, { event }] of claimed.entries()) {
      const stored = await webhooks.delivery(clientId, webhookId, event.id);
      assert.deepEqual(
        [stored?.state, stored?.dueAt, stored?.tries.map((each) => each.duration_ms)],
        ['delivered', null, [index]],
      );
    }
    assert.equal((await webhooks.find(clientId, webhookId))?.failingSince, null);
  });

  test('that succeed wait for none that another transaction holds', async () => {
    const { clientId, webhookId } = await startClient(3);
    const [held, ...free] = await claim(128, []);
    assert.ok(held !== undefined && free.length === 2);
    await database
      .transaction(async (transaction) => {
        await transaction.query('select from webhook_deliveries where event_id = $1 for update', [
          held.event.id,
        ]);
        const all = Promise.all(
          free.concat(held).map((each) => deliveries.settle(each, delivered, tryOf(1))),
        );
        const done = async () =>
          (await webhooks.deliveries({ clientId, webhookId, state: 'delivered', before: null, limit: 9 }))
            .length;
        await until(async () => (await done()) === 2);
        return { all };
      })
      .then(({ all }) => all);
    assert.equal((await webhooks.delivery(clientId, webhookId, held.event.id))?.state, 'delivered');
  });

  test('whose leases have run out meanwhile are lost, and say nothing of their endpoint', async () => {
    const { clientId, webhookId } = await startClient(2);
    const claimed = await claim(128, []);
    await database.query('update webhooks set failing_since = now() where id = $1', [webhookId]);
    await database.query('update webhook_deliveries set lease_id = gen_random_uuid()');
    const settled = claimed.map((delivery) => deliveries.settle(delivery, delivered, tryOf(1)));
    assert.deepEqual(await Promise.all(settled), ['lost', 'lost']);
    assert.notEqual((await webhooks.find(clientId, webhookId))?.failingSince, null);
  });

  async function startClient(events: number) {
    const { id: clientId } = await createClient(database, { events_since: new Date() });
    const webhookId = await storeEndpoint(webhooks, clientId);
    await storeEvents(database, clientId, events);
    return { clientId, webhookId };
  }

  function claim(count: number, grown: readonly DeliveryWindow[]): Promise<readonly ClaimedDelivery[]> {
    return deliveries.claim({ count, perEndpoint: 4, perClient: 16, leaseMs: 60_000, grown });
  }

  /** How many transactions have settled deliveries. */
  async function settlements(): Promise<number> {
    const [row] = await database.query<{ count: number }>(
      `select count(distinct xmin::text)::integer as count from webhook_deliveries where state = 'delivered'`,
    );
    return row?.count ?? Number.NaN;
  }
});

function tryOf(duration: number) {
  return { at: new Date().toISOString(), duration_ms: duration, status: 204, error: null, reply: '' };
}

export const breaks: readonly Break[] = [
  {
    rule: 'A client gets another try only while as many places are free',
    file: 'database/functions/11-webhooks.sql',
    replace: 'and due.place <= p_count - due.nth + 1',
    by: 'and due.nth <= p_count',
  },
  {
    rule: 'Tries that succeed at the same time are stored together',
    file: 'src/adapters/postgres/webhooks/delivery-store.ts',
    replace: '? this.#successes.submit({ delivery, attempt })',
    by: '? this.#settleOne(delivery, decision, attempt)',
  },
  {
    rule: 'Tries that are stored together wait for none that another transaction holds',
    file: 'database/functions/11-webhooks.sql',
    replace: 'for update of d skip locked',
    by: 'for update of d',
  },
  {
    rule: 'A try that is not stored with others is stored by itself',
    file: 'src/adapters/postgres/webhooks/delivery-store.ts',
    replace: "stored.has(index + 1) ? 'settled' :",
    by: "stored.has(index + 1) || true ? 'settled' :",
  },
  {
    rule: 'Only the holder of a lease stores that a try succeeded',
    file: 'database/functions/11-webhooks.sql',
    replace: 'd.event_id = g.event_id and d.lease_id = g.lease_id',
    by: 'd.event_id = g.event_id',
  },
  {
    rule: 'A success among others ends a row of failures',
    file: 'database/functions/11-webhooks.sql',
    replace: 'and w.failing_since is not null order by w.id for no key update of w',
    by: 'and false for no key update of w',
  },
];
