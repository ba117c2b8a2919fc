import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { buildAdmission, createClient, ownerIn, startTurn } from '#test/world/factories.ts';

it('a job that interrupts jobs which only wait learns the position that it has', async () => {
  await using testDatabase = await createTestDatabase();
  await using database = openPatientDatabase(testDatabase.url);
  const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  const client = await createClient(database);
  const owner = ownerIn(client);
  const { conversationId } = await startTurn(turns, client, owner, { kind: 'job', ifBusy: 'queue' });
  const urgent = buildAdmission(client, owner, { kind: 'job', ifBusy: 'interrupt', conversationId });
  const result = await turns.admit(urgent);
  assert.equal(result.status === 'admitted' && result.position, 1);
  assert.equal((await turns.find(owner, urgent.turnId))?.position, 1);
});
