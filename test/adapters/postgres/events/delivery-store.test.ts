import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Database, Queryable } from '#adapters/postgres/database/database.ts';
import { PostgresTenantStore } from '#adapters/postgres/tenants/tenant-store.ts';
import { PostgresDeliveryStore } from '#adapters/postgres/webhooks/delivery-store.ts';
import { PostgresWebhookStore } from '#adapters/postgres/webhooks/webhook-store.ts';
import type { WebhookReplayed } from '#contract/events/webhooks.ts';
import { DeliveryManager } from '#core/administration/manage-deliveries.ts';
import type { ClaimedDelivery, ClaimLimits } from '#core/webhooks/delivery-store.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { until } from '#test/reading/until.ts';
import { storeEndpoint, storeEvents } from '#test/webhooks/stored-endpoints.ts';
import { createClient } from '#test/world/factories.ts';

const waitingClaims = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%_deliveries($1%'`;

describe('Deliveries in the database', () => {
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
  beforeEach(() => database.query('delete from webhook_deliveries'));
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  test('are made of an event when they are claimed, for the endpoints that want it', async () => {
    const { clientId } = await startClient(0);
    await endpoint(clientId, ['job.failed']);
    await record(clientId);
    const wanted = await endpoint(clientId, ['client.updated']);
    await endpoint(clientId, null, false);
    await record(clientId);
    const stored = await database.query('select from webhook_deliveries');
    assert.equal(stored.length, 0, 'the transaction of an event makes none');
    const claimed = await claim();
    assert.deepEqual(
      claimed.map(({ webhook, event }) => [webhook.id, event.type]),
      [[wanted, 'client.updated']],
      'the event from before the endpoint is not sent',
    );
    assert.deepEqual(await claim(), []);
  });

  test('are claimed with an event that was stored after the claim had begun', async () => {
    const { clientId } = await startClient(1);
    const claimed = await database.transaction(async (transaction) => {
      // Claims read the events under this lock, and wait for it before they spread them.
      await transaction.query('lock table events in exclusive mode');
      await record(clientId, null, transaction);
      const claiming = claim();
      await until(async () => (await database.query(waitingClaims)).length > 0);
      return { claiming };
    });
    const [delivery] = await claimed.claiming;
    assert.equal(delivery?.webhook.clientId, clientId);
  });

  test('go to no endpoint when they are about a user whose data is being erased', async () => {
    const { clientId } = await startClient(1);
    await database.query(
      `insert into erasures (client_id, external_user_id, pseudonym) values ($1, 'u', 'hu:erased:1')`,
      [clientId],
    );
    await record(clientId, 'u');
    assert.deepEqual(await claim(), []);
    const [webhook] = await webhooks.list(clientId);
    assert.ok(webhook !== undefined);
    const all = { since: new Date(0), until: new Date('9999-01-01'), types: null, onlyFailed: false };
    const wanted = { clientId, webhookId: webhook.id, ...all, afterId: null, limit: 10 };
    assert.equal((await webhooks.replay(wanted)).deliveries, 0);
  });

  test('whose events are gone delay no other', async () => {
    const { clientId } = await startClient(1);
    const [webhook] = await webhooks.list(clientId);
    for (let count = 0; count < 5; count++) {
      await database.query(
        `insert into webhook_deliveries (client_id, webhook_id, event_id, due_at)
         values ($1, $2, gen_random_uuid(), now() - interval '1 hour')`,
        [clientId, webhook?.id],
      );
    }
    await record(clientId);
    assert.deepEqual(await claim(), []);
    assert.deepEqual(clientsOf(await claim()), [clientId]);
    assert.equal((await database.query('select from webhook_deliveries')).length, 1);
  });

  test('are claimed for clients in turn, and for none more than its share', async () => {
    const { clientId: busy } = await startClient(6);
    for (let count = 0; count < 5; count++) await record(busy);
    const { clientId: quiet } = await startClient(1);
    await record(quiet);
    const first = await claim({ count: 2 });
    assert.deepEqual(clientsOf(first), [busy, quiet]);
    await claim();
    const held = await database.query<{ count: number }>(
      'select count(*)::int as count from webhook_deliveries where client_id = $1 and lease_id is not null',
      [busy],
    );
    assert.deepEqual(held, [{ count: 16 }]);
    await record(quiet);
    assert.deepEqual(clientsOf(await claim()), [quiet], 'a client that holds its share delays no other');
  });

  test('of an endpoint that has grown are claimed beyond what others take', async () => {
    const { clientId } = await startClient(2);
    for (let count = 0; count < 30; count++) await record(clientId);
    const [grown, other] = await webhooks.list(clientId);
    assert.ok(grown !== undefined && other !== undefined);
    const claimed = await claim({ grown: [{ webhookId: grown.id, most: 20 }] });
    const countOf = (id: string) => claimed.filter(({ webhook }) => webhook.id === id).length;
    assert.deepEqual([claimed.length, countOf(grown.id) > 15, countOf(other.id) <= 4], [20, true, true]);
  });

  test('of a client whose endpoints have all grown are claimed as many as of its largest', async () => {
    const { clientId } = await startClient(3);
    for (let count = 0; count < 30; count++) await record(clientId);
    const grown = (await webhooks.list(clientId)).map(({ id }) => ({ webhookId: id, most: 20 }));
    assert.equal((await claim({ grown })).length, 20, 'the rest of the tries is left to others');
  });

  test('of a revoked client wait until it is enabled', async () => {
    const { clientId } = await startClient(1);
    await record(clientId);
    await database.query('update clients set enabled = false where id = $1', [clientId]);
    assert.deepEqual(await claim(), []);
    await database.query('update clients set enabled = true where id = $1', [clientId]);
    assert.deepEqual(clientsOf(await claim()), [clientId]);
  });

  test('that were pending when their endpoint was disabled wait until it is enabled', async () => {
    const { clientId } = await startClient(2);
    await record(clientId);
    const [paused, other] = await webhooks.list(clientId);
    assert.ok(paused !== undefined && other !== undefined);
    const { url, types, description } = paused;
    const enable = (enabled: boolean) =>
      webhooks.save({ clientId, id: paused.id }, { url, types, description, enabled });
    await database.query('select spread_events(1000)');
    await enable(false);
    const endpointsOf = async () => (await claim()).map(({ webhook }) => webhook.id);
    assert.deepEqual(await endpointsOf(), [other.id]);
    await enable(true);
    assert.deepEqual(await endpointsOf(), [paused.id]);
  });

  test('are not tried twice at a time by a retry', async () => {
    const { clientId } = await startClient(1);
    await record(clientId);
    const [claimed] = await claim();
    assert.ok(claimed !== undefined);
    const { webhook, event } = claimed;
    await webhooks.retry(clientId, webhook.id, event.id);
    assert.deepEqual(await claim(), []);
    const failed = { at: new Date().toISOString(), duration_ms: 1, status: 500, error: null, reply: '' };
    assert.equal(await deliveries.settle(claimed, { kind: 'failed' }, failed), 'settled');
    await webhooks.retry(clientId, webhook.id, event.id);
    assert.deepEqual(clientsOf(await claim()), [clientId]);
  });

  test('that failed at an earlier address say nothing about the present one', async () => {
    const { clientId } = await startClient(1);
    await record(clientId);
    const [claimed] = await claim();
    assert.ok(claimed !== undefined);
    const { webhook } = claimed;
    const settings = { types: null, description: '', enabled: true };
    await webhooks.save({ clientId, id: webhook.id }, { ...settings, url: 'https://moved.example.com/' });
    const gone = { at: new Date().toISOString(), duration_ms: 1, status: 410, error: null, reply: '' };
    assert.equal(await deliveries.settle(claimed, { kind: 'gone' }, gone), 'settled');
    assert.equal((await webhooks.find(clientId, webhook.id))?.failingSince, null);
    const [again] = await claim();
    assert.ok(again !== undefined);
    assert.deepEqual([again.event.id, again.step], [claimed.event.id, 0]);
    assert.equal(again.webhook.url, 'https://moved.example.com/');
    assert.equal(await deliveries.settle(claimed, { kind: 'gone' }, gone), 'lost');
    assert.equal(await deliveries.settle(again, { kind: 'gone' }, gone), 'disabled');
  });

  test('are replayed by page, each event once, whatever has become of the pages before', async (context) => {
    // The clock of this process is a minute behind the one that dates the events.
    context.mock.timers.enable({ apis: ['Date'], now: Date.now() - 60_000 });
    const { id: clientId, slug } = await createClient(database, { events_since: new Date() });
    const id = await endpoint(clientId, ['client.updated'], false);
    for (let count = 0; count < 5; count++) await record(clientId);
    const manager = new DeliveryManager(webhooks, new PostgresTenantStore(database), 2);
    const pages: WebhookReplayed[] = [];
    let cursor: string | null = null;
    do {
      const wanted = { since: '2020-01-01T00:00:00Z', ...(cursor !== null && { cursor }) };
      const page: WebhookReplayed = await manager.replay({ kind: 'operator-cli' }, slug, id, wanted);
      await database.query(`update webhook_deliveries set state = 'delivered', due_at = null`);
      pages.push(page);
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.deepEqual(
      pages.map(({ deliveries: count, has_more }) => [count, has_more]),
      [
        [2, true],
        [2, true],
        [1, false],
      ],
    );
    assert.equal((await database.query('select from webhook_deliveries')).length, 5);
  });

  function claim(
    more: Partial<Pick<ClaimLimits, 'count' | 'grown'>> = {},
  ): Promise<readonly ClaimedDelivery[]> {
    const limits = { count: 128, perEndpoint: 4, perClient: 16, leaseMs: 60_000, grown: [] };
    return deliveries.claim({ ...limits, ...more });
  }

  async function startClient(endpoints: number) {
    const { id: clientId } = await createClient(database, { events_since: new Date() });
    for (let count = 0; count < endpoints; count++) await endpoint(clientId);
    return { clientId };
  }

  function endpoint(clientId: number, types: readonly string[] | null = null, enabled = true) {
    return storeEndpoint(webhooks, clientId, types, enabled);
  }

  function record(clientId: number, userId: string | null = null, queryable: Queryable = database) {
    return storeEvents(queryable, clientId, 1, userId);
  }
});

function clientsOf(claimed: readonly ClaimedDelivery[]): readonly number[] {
  return claimed.map(({ webhook }) => webhook.clientId).toSorted((one, other) => one - other);
}

export const breaks: readonly Break[] = [
  {
    rule: 'An endpoint that has grown is claimed for beyond what others take',
    file: 'database/functions/11-webhooks.sql',
    replace: 'coalesce(g.most, p_each) as most',
    by: 'p_each as most',
  },
  {
    rule: 'A client has the share that its largest endpoint takes',
    file: 'database/functions/11-webhooks.sql',
    replace: 'greatest(p_share, max(g.most) over (partition by w.client_id)) as share',
    by: 'p_share as share',
  },
  {
    rule: 'A client with many grown endpoints leaves tries to others',
    file: 'database/functions/11-webhooks.sql',
    replace: 'max(g.most)',
    by: 'sum(g.most)',
  },
  {
    rule: 'A replay continues after the last event of its page',
    file: 'src/adapters/postgres/webhooks/webhook-store.ts',
    replace: '($9::uuid is null or e.id > $9)',
    by: '($9::uuid is null or true)',
  },
  {
    rule: 'A delivery whose event is gone takes no place of its endpoint',
    file: 'database/functions/11-webhooks.sql',
    replace: 'if v_taken < cardinality(v_events) then',
    by: 'if false then',
  },
  {
    rule: 'A try at an earlier address says nothing about the present one',
    file: 'database/functions/11-webhooks.sql',
    replace: 'if v_url <> p_url then',
    by: 'if false then',
  },
  {
    rule: 'A disabled endpoint is not sent what was pending',
    file: 'database/functions/11-webhooks.sql',
    replace: `h
      where w.enabled`,
    by: `h
      where true`,
  },
  {
    rule: 'Clients are delivered to in turn',
    file: 'database/functions/11-webhooks.sql',
    replace: 'over (order by p.place, p.due_at)',
    by: 'over (order by p.due_at)',
  },
  {
    rule: 'A replay ends now by the clock that dated the events',
    file: 'src/core/administration/manage-deliveries.ts',
    replace: "until === undefined ? null : momentIn(until, '/until')",
    by: "until === undefined ? new Date() : momentIn(until, '/until')",
  },
  {
    rule: 'An event that is stored while deliveries are claimed is sent as soon as the others',
    file: 'src/adapters/postgres/webhooks/delivery-store.ts',
    replace: "select * from take_due_deliveries($1, $2, $3, $4, $5 * interval '1 ms', $6, $7)",
    by: "select d.*, w.url, w.generation, w.secret_key, w.previous_secrets, e.id, e.type, e.external_user_id, e.data, e.created_at, now() as claimed_at from claim_due_deliveries($1, $2, $3, $4, $5 * interval '1 ms', $6, $7) d join webhooks w on w.id = d.webhook_id join events e on e.id = d.event_id",
  },
  {
    rule: 'A client has a share of the deliveries under way',
    file: 'database/functions/11-webhooks.sql',
    replace: 'where p.place <= p.share',
    by: '',
  },
  {
    rule: 'Deliveries of a revoked client wait',
    file: 'database/functions/11-webhooks.sql',
    replace: 'join clients c on c.id = w.client_id and c.enabled',
    by: 'join clients c on c.id = w.client_id',
  },
  {
    rule: 'A retry leaves a try alone that is under way',
    file: 'src/adapters/postgres/webhooks/webhook-store.ts',
    replace: ' and (lease_id is null or due_at <= now())`',
    by: '`',
  },
  {
    rule: 'An endpoint is sent nothing from before it existed',
    file: 'database/functions/11-webhooks.sql',
    replace: ' and w.created_at <= s.created_at',
    by: '',
  },
  {
    rule: 'Nothing is sent about a user who is being erased',
    file: 'database/functions/11-webhooks.sql',
    replace: 'where r.client_id = s.client_id and r.external_user_id = s.external_user_id',
    by: 'where false',
  },
  {
    rule: 'A replay sends nothing about a user whose data is being erased',
    file: 'src/adapters/postgres/webhooks/webhook-store.ts',
    replace: 'where r.client_id = $1 and r.external_user_id = e.external_user_id)',
    by: 'where false)',
  },
];
