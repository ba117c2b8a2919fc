import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { TurnEndings } from '#adapters/postgres/turns/turn-endings.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { decideRecovery } from '#core/turn/decide-ending.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { createClient, ownerIn, startTurn } from '#test/world/factories.ts';

test('a process that could not renew its lease keeps its turns for as long as the grace', async () => {
  await using job = await claimedJob();
  const { database, turns, turnId, processId } = job;
  await database.query(`update processes set lease_until = now() - interval '30 seconds'`);
  await turns.recover(3, 60_000);
  assert.deepEqual(await turns.assignedTo(processId), [turnId]);
  await turns.recover(3, 10_000);
  assert.deepEqual(await turns.assignedTo(processId), []);
});

test('a turn whose process has come back is not taken over, although it was found among the lost', async () => {
  await using job = await claimedJob();
  const { database, turns, client, turnId, processId } = job;
  const endings = new TurnEndings(database, () => Promise.resolve());
  await endings.settle({ clientId: client.id, turnId }, 'recovery', (turn) => decideRecovery(turn, 3));
  assert.deepEqual(await turns.assignedTo(processId), [turnId]);
});

test('a job that goes back into the queue keeps no text of the attempt that ended', async () => {
  await using job = await claimedJob();
  const { database, turns, client, turnId, processId } = job;
  const piece = { clientId: client.id, turnId, attempt: 1, byteOffset: 0, text: 'Some text' };
  await turns.heartbeat({ processId, leaseMs: 600_000, slots: 1, serviceMs: null, output: [piece] });
  const texts = () => database.query('select text from turn_output');
  assert.deepEqual(await texts(), [{ text: 'Some text' }]);
  await turns.release(client.id, turnId, 1);
  assert.deepEqual(await texts(), []);
});

/** A job that a process has claimed, in a database of its own. */
async function claimedJob() {
  await using parts = new AsyncDisposableStack();
  const { url } = parts.use(await createTestDatabase());
  const database = parts.use(openPatientDatabase(url, 2));
  const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  const client = await createClient(database);
  const { turnId } = await startTurn(turns, client, ownerIn(client), { kind: 'job' });
  const processId = randomUUID();
  await turns.register(processId, 600_000, 1);
  await turns.claim('standard', processId, 1);
  const open = parts.move();
  return { database, turns, client, turnId, processId, [Symbol.asyncDispose]: () => open.disposeAsync() };
}
