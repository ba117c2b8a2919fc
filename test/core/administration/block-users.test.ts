import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Client } from '#core/clients/client.ts';
import { admitWithin } from '#test/batches/admit-within.ts';
import type { Break } from '#test/break.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { buildAdmission, ownerIn, startTurn } from '#test/world/factories.ts';
import { openTenantWorld, operator, type TenantWorld } from './tenant-world.ts';

// Once a user's block was answered, no turn of the user begins, and none that began before goes on.

describe('blocking a user', () => {
  let world: TenantWorld;
  let client: Client;
  beforeEach(async () => {
    world = await openTenantWorld();
    // The row of the day exists already, so only its lock can make another transaction wait.
    await world.clients.create(operator, 'acme', {});
    client = await world.clients.enable(operator, 'acme');
  });
  afterEach(() => world[Symbol.asyncDispose]());

  const block = (userId = 'user-1') => world.blocked.block(operator, 'acme', userId);
  const statusFor = async (userId = 'user-1') =>
    (await world.turns.admit(buildAdmission(client, ownerIn(client, userId)))).status;

  test('refuses every turn of that user from then on, and no other', async () => {
    await block();
    assert.equal(await statusFor(), 'user_blocked');
    assert.equal(await statusFor('user-2'), 'admitted');
    assert.equal(await world.blocked.unblock(operator, 'acme', 'user-1'), false);
    assert.equal(await statusFor(), 'admitted');
  });

  test('concerns the identity byte for byte, and this client only', async () => {
    await block();
    assert.equal(await statusFor('User-1'), 'admitted');
    const { client: other } = await world.clients.create(operator, 'other', {});
    const elsewhere = await world.turns.admit(buildAdmission(other, ownerIn(other, 'user-1')));
    assert.equal(elsewhere.status, 'admitted');
  });

  test('waits for an admission under way, and then stops its turn', async () => {
    const admission = buildAdmission(client, ownerIn(client));
    const [commit, admitted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const admitting = world.database.transaction(async (transaction) => {
      await admitWithin(transaction, [admission]);
      admitted.resolve();
      await commit.promise;
    });
    await admitted.promise;
    const blocking = block();
    await untilOneWaits(world.database, blocking);
    commit.resolve();
    await Promise.all([admitting, blocking]);
    assert.deepEqual(await reasonsOf(world), ['user_blocked']);
  });

  test('no turn begins after its answer, whatever was sent and claimed meanwhile', async () => {
    const processId = '0199c6a2-7f00-7a10-8b1c-4f0d5a6b7c01';
    await world.turns.register(processId, 60_000, 100);
    const send = (more: object) =>
      world.turns.admit(buildAdmission(client, ownerIn(client), { processId, ...more }));
    const early = Array.from({ length: 150 }, (_, nth) => send({ kind: nth % 2 === 0 ? 'stream' : 'job' }));
    const claiming = Promise.all(
      Array.from({ length: 10 }, () => world.turns.claim('standard', processId, 5)),
    );
    await early[3];
    await block();
    const late = Array.from({ length: 50 }, () => send({ kind: 'stream' }));
    const refused = await Promise.all(late);
    assert.deepEqual([...new Set(refused.map(({ status }) => status))], ['user_blocked']);
    await Promise.all([...early, claiming]);
    assert.deepEqual(await world.turns.claim('standard', processId, 100), []);
    assert.equal(await world.countOf(`turns where state = 'queued'`), 0);
    assert.deepEqual([...new Set(await reasonsOf(world))], ['user_blocked']);
    assert.equal(
      await world.countOf(`usage_clients where requests <> (select count(*) from turns where not refunded)`),
      0,
    );
  });

  test('stops what runs, and cancels and refunds what waits', async () => {
    const running = await startTurn(world.turns, client, ownerIn(client));
    const job = await startTurn(world.turns, client, ownerIn(client), { kind: 'job' });
    await startTurn(world.turns, client, ownerIn(client, 'user-2'), { kind: 'job' });
    await block();
    assert.deepEqual(await reasonsOf(world), ['user_blocked']);
    assert.equal(await world.countOf(`turns where id = '${running.turnId}' and state = 'running'`), 1);
    const cancelled = `state = 'cancelled' and error_code = 'user_blocked' and refunded`;
    assert.equal(await world.countOf(`turns where id = '${job.turnId}' and ${cancelled}`), 1);
    assert.equal(await world.countOf(`turns where external_user_id = 'user-2' and state = 'queued'`), 1);
  });

  test('is written to the audit log once, and so is its end', async () => {
    const first = await block();
    assert.deepEqual(await block(), first);
    const { action, subject, after } = await world.lastAudit();
    assert.deepEqual([action, subject, after], ['user.block', 'user-1', { blocked: true }]);
    await world.blocked.unblock(operator, 'acme', 'user-1');
    await world.blocked.unblock(operator, 'acme', 'user-1');
    assert.equal(await world.countOf(`audit_log where action in ('user.block', 'user.unblock')`), 2);
  });

  test('shows who is blocked, page by page', async () => {
    for (const userId of ['c', 'a', 'b']) await block(userId);
    const { rows, nextCursor } = await world.blocked.list('acme', { limit: 2 });
    assert.deepEqual(
      rows.map(({ externalUserId }) => externalUserId),
      ['a', 'b'],
    );
    const rest = await world.blocked.list('acme', { limit: 2, cursor: nextCursor ?? '' });
    assert.deepEqual([rest.rows.map(({ externalUserId }) => externalUserId), rest.nextCursor], [['c'], null]);
  });
});

async function reasonsOf({ database }: TenantWorld): Promise<(string | null)[]> {
  const rows = await database.query<{ cancel_reason: string | null }>(
    `select cancel_reason from turns where state = 'running' and external_user_id = 'user-1'`,
  );
  return rows.map((row) => row.cancel_reason);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A block concerns one client',
    file: 'src/adapters/postgres/admissions/fact-statements.ts',
    replace: 'b.client_id = a.client_id and b.external_user_id = a.user_id`',
    by: 'b.external_user_id = a.user_id`',
  },
  {
    rule: 'Blocking excludes admissions until it is stored',
    file: 'src/core/administration/block-users.ts',
    replace: `      const client = await lockClient(tenants, slug);
      const { id } = client;`,
    by: `      const client = (await tenants.clients.find(slug)) ?? (await lockClient(tenants, slug));
      const { id } = client;`,
  },
  {
    rule: 'Blocking cancels what waits and stops what runs',
    file: 'src/core/administration/block-users.ts',
    replace: `        await tenants.clients.cancelTurns(id, userId, 'user_blocked');
`,
    by: '',
  },
];
