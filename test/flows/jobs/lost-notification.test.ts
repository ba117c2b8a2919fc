import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PostgresClientStore } from '#adapters/postgres/administration/client-store.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { ownerIn, startTurn } from '#test/world/factories.ts';
import { openJobWorld } from '#test/world/job-world.ts';

it('a job whose notification is lost starts within seconds, though nothing else happens', async () => {
  await using world = await openJobWorld();
  const caller = await world.caller(await world.start());
  const turns = new PostgresTurnStore(world.database, { notify: () => Promise.resolve() });
  const client = await new PostgresClientStore(world.database).findById(caller.clientId);
  assert.ok(client);
  const { turnId } = await startTurn(turns, client, ownerIn(client, caller.user), { kind: 'job' });
  const { status } = await caller.untilFinal(turnId);
  assert.equal(status, 'completed');
});
