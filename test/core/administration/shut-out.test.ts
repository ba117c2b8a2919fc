import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Client } from '#core/clients/client.ts';
import { hostedUserIdentity } from '#core/clients/hosted-user.ts';
import { ownerOf } from '#core/identity/caller.ts';
import { admitWithin } from '#test/batches/admit-within.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { buildAdmission, callerOf, startTurn } from '#test/world/factories.ts';
import { openTenantWorld, operator, type TenantWorld } from './tenant-world.ts';

// After a revocation or disabling was answered, no new turn may run, and no earlier one may continue.

describe('shutting out', () => {
  let world: TenantWorld;
  let client: Client;
  beforeEach(async () => {
    world = await openTenantWorld();
    ({ client } = await world.clients.create(operator, 'acme', {}));
  });
  afterEach(() => world[Symbol.asyncDispose]());

  function ownerOfUser(userId: string) {
    return ownerOf(callerOf(client), userId);
  }

  async function reasonOf(turnId: string): Promise<string | null | undefined> {
    const [row] = await world.database.query<{ cancel_reason: string | null }>(
      'select cancel_reason from turns where id = $1',
      [turnId],
    );
    return row?.cancel_reason;
  }

  test('revoking waits for an admission under way, and then cancels its turn', async () => {
    // The row of the day exists already, so only its lock can make another transaction wait.
    client = await world.clients.enable(operator, 'acme');
    const admission = buildAdmission(client, ownerOfUser('user-1'));
    const commit = Promise.withResolvers<void>();
    const admitted = Promise.withResolvers<void>();
    const admitting = world.database.transaction(async (transaction) => {
      await admitWithin(transaction, [admission]);
      admitted.resolve();
      await commit.promise;
    });
    await admitted.promise;
    const revoking = world.clients.revoke(operator, 'acme');
    await untilOneWaits(world.database, revoking);
    commit.resolve();
    await Promise.all([admitting, revoking]);
    assert.equal(await reasonOf(admission.turnId), 'client_disabled');
  });

  test('an admission that waited for a revocation learns that its copy of the client is stale', async () => {
    await world.clients.revoke(operator, 'acme');
    const result = await world.turns.admit(buildAdmission(client, ownerOfUser('user-1')));
    assert.equal(result.status, 'stale');
  });

  test('revoking cancels what runs and what waits, and refunds what waited', async () => {
    const running = await startTurn(world.turns, client, ownerOfUser('user-1'));
    const waitingJob = await startTurn(world.turns, client, ownerOfUser('user-2'), { kind: 'job' });
    await world.clients.revoke(operator, 'acme');
    assert.equal(await reasonOf(running.turnId), 'client_disabled');
    assert.equal(await world.countOf(`turns where id = '${waitingJob.turnId}' and state = 'cancelled'`), 1);
    assert.equal(await world.countOf(`usage_clients where requests = 1`), 1);
  });

  test('enabling lets the same key in again', async () => {
    await world.clients.revoke(operator, 'acme');
    const enabled = await world.clients.enable(operator, 'acme');
    const result = await world.turns.admit(buildAdmission(enabled, ownerOf(callerOf(enabled), 'user-1')));
    assert.equal(result.status, 'admitted');
  });

  test('disabling a user ends the sessions and turns of that user and of no other', async () => {
    const { user } = await world.users.create(operator, 'acme', { email: 'a@example.com' });
    const { user: other } = await world.users.create(operator, 'acme', { email: 'b@example.com' });
    client = await world.clients.find('acme');
    for (const { id } of [user, other]) {
      await world.database.query(
        `insert into login_sessions (client_id, id, user_id, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
        [client.id, randomUUID(), id],
      );
    }
    const running = await startTurn(world.turns, client, ownerOfUser(hostedUserIdentity(user.id)));
    const others = await startTurn(world.turns, client, ownerOfUser(hostedUserIdentity(other.id)));
    const disabled = await world.users.disable(operator, 'acme', { email: 'a@example.com' });
    assert.equal(disabled.enabled, false);
    assert.equal(await reasonOf(running.turnId), 'user_disabled');
    assert.equal(await reasonOf(others.turnId), null);
    assert.equal(await world.countOf(`login_sessions where user_id = '${user.id}'`), 0);
    assert.equal(await world.countOf(`login_sessions where user_id = '${other.id}'`), 1);
  });

  test('rotating the handoff key ends every sign-in', async () => {
    const { user } = await world.users.create(operator, 'acme', { email: 'a@example.com' });
    await world.database.query(
      `insert into login_sessions (client_id, id, user_id, expires_at) values ($1, 's', $2, now() + interval '1 hour')`,
      [client.id, user.id],
    );
    await world.clients.rotateHandoff(operator, 'acme');
    assert.equal(await world.countOf('login_sessions'), 0);
  });
});
