import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { PostgresBlockedUserStore } from '#adapters/postgres/people/blocked-user-store.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { admitStream } from '#core/turn/admit-turn.ts';
import { checkChatRequest } from '#core/turn/chat-request.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { callerOf, createClient, ownerIn } from '#test/world/factories.ts';
import { silentTelemetry } from '#test/world/silent-telemetry.ts';

it('an admission decides on scope and subscription itself, whatever was decided before it', async () => {
  await using stored = await createTestDatabase();
  await using database = openPatientDatabase(stored.url, 1);
  const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  const { turns: telemetry } = silentTelemetry();
  const blockedUsers = new PostgresBlockedUserStore(database);
  const ids = { processId: randomUUID(), requestId: randomUUID(), isForeignId: false, language: () => null };
  const options = { turns, blockedUsers, ...ids, queueCapacity: 10, telemetry };
  const admitFor = async (columns: Readonly<Record<string, unknown>>) => {
    const client = await createClient(database, columns);
    const caller = callerOf(client);
    const request = checkChatRequest({ prompt: 'A question' }, ownerIn(client), caller, 'stream');
    return admitStream(caller, request, null, options);
  };
  await assert.rejects(admitFor({ subscription_status: 'canceled' }), { code: 'subscription_inactive' });
  await assert.rejects(admitFor({ scopes: ['admin:clients'] }), { code: 'insufficient_scope' });
  assert.deepEqual(await database.query('select from turns'), []);
  assert.equal((await admitFor({})).kind, 'running');
});

export const breaks: readonly Break[] = [
  {
    rule: 'An admission needs a subscription that runs',
    file: 'src/core/turn/admit-turn.ts',
    replace: `  requireSubscription(caller);
`,
    by: '',
  },
  {
    rule: 'An admission needs the chat scope',
    file: 'src/core/turn/admit-turn.ts',
    replace: `  requireScope(caller, 'chat');
`,
    by: '',
  },
];
